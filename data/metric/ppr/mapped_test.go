//go:build unix

package ppr

import (
	"bufio"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// mapped is a graph whose lists of neighbours lie in a file, ten a node.
type mapped struct {
	n       int
	targets []int32
}

func (m mapped) N() int                    { return m.n }
func (m mapped) Neighbors(u int32) []int32 { return m.targets[int(u)*10 : (int(u)+1)*10] }

// generate writes the lists of a graph of n nodes in which u has the neighbours u ± five random
// steps: 5n edges.
func generate(t *testing.T, path string, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(10, 8))
	var steps [5]int
	for i := range steps {
		steps[i] = 1 + r.IntN(n/2-1)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	var list [10]int32
	var raw [40]byte
	for u := range n {
		for i, s := range steps {
			list[2*i], list[2*i+1] = int32((u+s)%n), int32((u-s+n)%n)
		}
		slices.Sort(list[:])
		for i, v := range list {
			binary.NativeEndian.PutUint32(raw[4*i:], uint32(v))
		}
		if _, err := w.Write(raw[:]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// Rows of graphs of 10⁶ and 10⁸ edges that are mapped into memory from a file: a row costs 10⁶
// operations and less than 1 MB, whatever the graph. GDP_LARGE names a folder with 1 GB of
// space; docs/benchmarks/ppr_large.sh makes one.
func TestMappedGraphs(t *testing.T) {
	folder := os.Getenv("GDP_LARGE")
	if folder == "" {
		t.Skip("GDP_LARGE is not set")
	}
	for _, n := range []int{200_000, 20_000_000} {
		path := filepath.Join(folder, "targets")
		generate(t, path, n)
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := syscall.Mmap(int(f.Fd()), 0, 40*n, syscall.PROT_READ, syscall.MAP_SHARED)
		if err != nil {
			t.Fatal(err)
		}
		g := mapped{n, unsafe.Slice((*int32)(unsafe.Pointer(&raw[0])), 10*n)}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		w := walker(t, g, true)
		r := rand.New(rand.NewPCG(1, 1))
		row(t, paper, w, 7)
		runtime.ReadMemStats(&after)
		taken := after.TotalAlloc - before.TotalAlloc
		operations, entries, start := 0, 0, time.Now()
		const rows = 200
		for range rows {
			root := int32(r.IntN(n))
			sweeps, err := paper.sweep(w, root)
			if err != nil {
				t.Fatal(err)
			}
			operations = max(operations, sweeps*(len(w.at)+len(w.links)))
			entries = max(entries, len(w.row().Nodes))
		}
		each := time.Since(start) / rows
		t.Logf("%d edges: %v a row, at most %d operations and %d entries; the first row allocates %d bytes", 5*n, each, operations, entries, taken)
		if operations > 2_000_000 || taken > 1<<20 {
			t.Errorf("%d edges: %d operations, %d bytes", 5*n, operations, taken)
		}
		if err := syscall.Munmap(raw); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
