package data

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/data/web"
)

// content is the server's file: 300 kB without repetitions.
var content = func() []byte {
	var b bytes.Buffer
	for i := range 40_000 {
		fmt.Fprintln(&b, i, i*7919%40_000)
	}
	return b.Bytes()
}()

func sumBytes(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// origin serves content with the faults that a test injects, and counts requests.
type origin struct {
	*httptest.Server
	requests atomic.Int32
}

func newOrigin(t *testing.T, handle func(o *origin, request int, w http.ResponseWriter, r *http.Request)) *origin {
	t.Helper()
	o := &origin{}
	o.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handle(o, int(o.requests.Add(1)), w, r)
	}))
	t.Cleanup(o.Close)
	return o
}

// serve is a server in order.
func serve(w http.ResponseWriter, r *http.Request) {
	http.ServeContent(w, r, "x.txt", time.Time{}, bytes.NewReader(content))
}

// cut sends the head of a full answer and some bytes of it, then hangs up.
func cut(w http.ResponseWriter, size int) {
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	w.Write(content[:size])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func testFetcher(dir string) *fetcher {
	return &fetcher{ask: web.Ask, folder: func() (string, error) { return dir, nil }, attempts: 4, pause: time.Millisecond, idle: 5 * time.Second}
}

func testFile(o *origin) File {
	return File{Path: "edges/x.txt", SHA256: sumBytes(content), Source: Source{URL: o.URL + "/x.txt"}}
}

// fetch downloads the test file into dir and checks the files there afterwards.
func fetch(t *testing.T, f *fetcher, dir string, file File, progress func(Progress)) error {
	t.Helper()
	path, err := f.get(t.Context(), file, progress)
	got, readErr := os.ReadFile(filepath.Join(dir, "edges", "x.txt"))
	if err != nil {
		if readErr == nil {
			t.Errorf("the download failed (%v), but there is a file", err)
		}
		return err
	}
	if !bytes.Equal(got, content) || path != filepath.Join(dir, "edges", "x.txt") {
		t.Errorf("%s has %d bytes, want %d", path, len(got), len(content))
	}
	return nil
}

func TestFetch(t *testing.T) {
	for name, c := range map[string]struct {
		handle   func(request int, w http.ResponseWriter, r *http.Request)
		requests int32
		want     string // part of the error
	}{
		"in order": {requests: 1, handle: func(_ int, w http.ResponseWriter, r *http.Request) { serve(w, r) }},
		"cut connection": {requests: 2, handle: func(i int, w http.ResponseWriter, r *http.Request) {
			if i == 1 {
				cut(w, 100_000)
			}
			serve(w, r)
		}},
		"always cut":      {requests: 4, want: "4 attempts: unexpected EOF", handle: func(_ int, w http.ResponseWriter, _ *http.Request) { cut(w, 1000) }},
		"wrong check sum": {requests: 1, want: "has changed", handle: func(_ int, w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "<html>Sorry</html>") }},
		"not found":       {requests: 1, want: "refused: 404 Not Found", handle: func(_ int, w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }},
		"error of the server": {requests: 3, handle: func(i int, w http.ResponseWriter, r *http.Request) {
			if i < 3 {
				w.WriteHeader([]int{http.StatusServiceUnavailable, http.StatusTooManyRequests}[i-1])
				return
			}
			serve(w, r)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOrigin(t, func(_ *origin, i int, w http.ResponseWriter, r *http.Request) { c.handle(i, w, r) })
			dir := t.TempDir()
			err := fetch(t, testFetcher(dir), dir, testFile(o), nil)
			if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), o.URL)) {
				t.Errorf("error %v, want %q and the address", err, c.want)
			}
			if o.requests.Load() != c.requests {
				t.Errorf("%d requests, want %d", o.requests.Load(), c.requests)
			}
		})
	}
}

// A server that sends nothing for too long is abandoned, a slow one is not.
func TestFetchSlowServer(t *testing.T) {
	dir := t.TempDir()
	f := testFetcher(dir)
	f.idle = 300 * time.Millisecond
	slow := newOrigin(t, func(_ *origin, _ int, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		for rest := content; len(rest) > 0; {
			n := min(len(rest), len(content)/12+1)
			w.Write(rest[:n])
			w.(http.Flusher).Flush()
			rest = rest[n:]
			time.Sleep(50 * time.Millisecond) // in all longer than f.idle
		}
	})
	var seen []Progress
	must.Do(t, fetch(t, f, dir, testFile(slow), func(p Progress) { seen = append(seen, p) }))
	for i, p := range seen {
		if p.Total != int64(len(content)) || p.File != "edges/x.txt" || i > 0 && p.Done <= seen[i-1].Done {
			t.Errorf("progress %d: %+v", i, p)
		}
	}
	if len(seen) < 5 || seen[len(seen)-1].Done != int64(len(content)) {
		t.Errorf("%d steps of progress", len(seen))
	}

	dead := newOrigin(t, func(_ *origin, _ int, w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(len(content)))
		w.Write(content[:100])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	dir = t.TempDir()
	f = testFetcher(dir)
	f.idle, f.attempts = 100*time.Millisecond, 2
	if err := fetch(t, f, dir, testFile(dead), nil); err == nil || !strings.Contains(err.Error(), "no byte received for 100ms") {
		t.Errorf("a server that sends nothing: %v", err)
	}
}

func TestFetchCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := newOrigin(t, func(_ *origin, _ int, w http.ResponseWriter, r *http.Request) {
		w.Write(content[:100])
		w.(http.Flusher).Flush()
		cancel()
		<-r.Context().Done()
	})
	dir := t.TempDir()
	if _, err := testFetcher(dir).get(ctx, testFile(o), nil); !errors.Is(err, context.Canceled) || o.requests.Load() != 1 {
		t.Errorf("%d requests, %v", o.requests.Load(), err)
	}
}

func TestGet(t *testing.T) {
	t.Setenv(Folder, "")
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	if paths, err := Get(t.Context(), "karate", web.Ask, nil); err != nil || len(paths) != 0 {
		t.Errorf("karate: %v, %v", paths, err)
	}
	if _, err := Get(t.Context(), "nothing", web.Ask, nil); err == nil || !strings.Contains(err.Error(), "no data set") {
		t.Errorf("unknown: %v", err)
	}
	if _, err := Get(t.Context(), "dblp", web.Ask, nil); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "attributed/dblp.npz") {
		t.Errorf("without an address: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel() // so that nothing is asked for
	if _, err := Get(cancelled, "privgraph-enron", web.Ask, nil); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "place it by hand at "+filepath.Join(cache, "graphdp", "edges")) {
		t.Errorf("cancelled: %v", err)
	}
}

// Damaged files are downloaded again in place if requested, intact ones are not.
func TestRenew(t *testing.T) {
	o := newOrigin(t, func(_ *origin, _ int, w http.ResponseWriter, r *http.Request) { serve(w, r) })
	for name, c := range map[string]struct {
		there    []byte
		renew    bool
		unknown  bool // the checksum is unknown
		requests int32
		fails    bool
	}{
		"right":               {there: content, renew: true},
		"damaged":             {there: content[:1000], renew: true, requests: 1},
		"damaged, to be kept": {there: content[:1000], fails: true},
		"nothing":             {renew: true, requests: 1},
		"unknown":             {there: content[:1000], renew: true, unknown: true, requests: 1},
		"unknown, to be kept": {there: content, unknown: true},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "edges", "x.txt")
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if c.there != nil {
			must.Do(t, os.WriteFile(path, c.there, 0o644))
		}
		f, file := testFetcher(dir), testFile(o)
		if f.renew = c.renew; c.unknown {
			file.SHA256 = ""
		}
		o.requests.Store(0)
		got, err := f.get(t.Context(), file, nil)
		now, readErr := os.ReadFile(path)
		if (err != nil) != c.fails || o.requests.Load() != c.requests || readErr != nil || !c.fails && (got != path || !bytes.Equal(now, content)) {
			t.Errorf("%s: %v after %d requests, %d bytes there", name, err, o.requests.Load(), len(now))
		}
	}
}

// A folder in the place of a file is reported, and a file is replaced in place.
func TestRenewInTheDataFolder(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Folder, dir)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	http.DefaultClient.Transport = answer("new")
	defer func() { http.DefaultClient.Transport = nil }()
	path := filepath.Join(dir, "edges", "pgb-facebook.txt")
	must.Do(t, os.MkdirAll(path, 0o755))
	if _, err := Get(t.Context(), "facebook", web.Ask, nil); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "is a directory") || !strings.Contains(err.Error(), "gdp data get pgb-facebook --force") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := Renew(t.Context(), "facebook", web.Ask, nil); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder, to be replaced: %v", err)
	}
	// Nobody knows the sum of pubmed: it is replaced where it lies.
	path = filepath.Join(dir, "attributed", "pubmed.npz")
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte("old"), 0o644))
	paths, err := Renew(t.Context(), "pubmed", web.Ask, nil)
	if now, readErr := os.ReadFile(path); err != nil || len(paths) != 1 || paths[0] != path || readErr != nil || string(now) != "new" {
		t.Errorf("pubmed: %v, %v, %q", paths, err, now)
	}
}

// answer is a network that answers everything in the same way.
type answer string

func (a answer) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, ContentLength: int64(len(a)), Body: io.NopCloser(strings.NewReader(string(a)))}, nil
}

// Files in the data folder are not downloaded.
func TestGetFromFolder(t *testing.T) {
	dir := shared(t)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	paths, err := Get(cancelled, "enron", web.Ask, nil)
	if err != nil || len(paths) != 1 || paths[0] != filepath.Join(dir, "edges", "privgraph-enron.txt") {
		t.Errorf("%v, %v", paths, err)
	}
}
