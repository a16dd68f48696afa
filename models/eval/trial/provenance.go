package trial

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Provenance records how a result was made.
type Provenance struct {
	Version   string    `json:"version,omitempty"`   // of the code; see [Version]
	Config    string    `json:"config,omitempty"`    // key of the mode's configuration with all settings
	Edition   int       `json:"edition,omitempty"`   // of the mode
	Data      string    `json:"data,omitempty"`      // checksum of the data
	Backend   string    `json:"backend,omitempty"`   // where networks ran; "go" for a mode that opens no backend
	Processor string    `json:"processor,omitempty"` // last bits depend on it
	Memory    int64     `json:"memory,omitempty"`    // peak memory of the process in bytes, if it ran one trial at a time
	When      time.Time `json:"when,omitzero"`       // start
}

// Version returns the version of the program: of the module, or the revision of the build, with a
// "+" if files had changed. Without these, as under go run, it is a checksum of the program. A
// notebook cell is a separate program and has no version.
var Version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+"
		}
	}
	if revision != "" {
		return revision + modified
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	switch {
	case strings.HasSuffix(info.Path, ".test"):
		return ""
	case strings.HasPrefix(info.Path, "gonb"):
		return checkout()
	}
	return program()
})

// checkout returns the revision of this module's checkout around the working folder, with a "+" if
// files had changed.
func checkout() string {
	git := func(args ...string) string {
		out, _ := exec.Command("git", args...).Output() // no version without git
		return strings.TrimSpace(string(out))
	}
	module, err := file.Read(filepath.Join(git("rev-parse", "--show-toplevel"), "go.mod"))
	if err != nil || !strings.HasPrefix(string(module), "module github.com/graphdp/graphdp\n") {
		return ""
	}
	revision := git("rev-parse", "--short=12", "HEAD")
	if git("status", "--porcelain", "--untracked-files=no", "--", ":(top,exclude)*.jsonl") != "" {
		revision += "+"
	}
	return revision
}

// program returns a checksum of the running program, or nothing.
func program() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := file.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return "build-" + hex.EncodeToString(h.Sum(nil)[:6])
}

// processor names the processor, as Linux does, and in any case its architecture.
var processor = sync.OnceValue(func() string {
	text, _ := file.Read("/proc/cpuinfo") // there is none elsewhere
	for line := range strings.Lines(string(text)) {
		if key, name, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "model name" {
			return runtime.GOARCH + ", " + strings.TrimSpace(name)
		}
	}
	return runtime.GOARCH
})

// key distinguishes configurations of a mode: two that are the same give the same key.
func key(mode method.Mode, config any) string {
	text, err := json.Marshal(config)
	if err != nil { // such as of a NaN
		text = fmt.Appendf(nil, "%+v", config)
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%v %v %s", mode.Relation, mode.Plain, text))
	return hex.EncodeToString(sum[:8])
}

// ConfigKey distinguishes the configurations that trials of a method have today; empty of one
// that cannot be made.
func ConfigKey(m method.Method, t Trial) string {
	mode, config, err := t.mode(m)
	if err != nil {
		return ""
	}
	return key(mode, config)
}

// madeOf describes a mode's run on some data.
func madeOf(mode method.Mode, config any, c *graph.Collection) (Provenance, error) {
	p := Provenance{Config: key(mode, config), Edition: mode.Edition}
	var err error
	if p.Data, err = checkpoint.Checksum(c); err != nil {
		return p, fmt.Errorf("trial: %w", err)
	}
	p.Data = p.Data[:16]
	return p, nil
}

// Canonical returns the shortest form of a trial, which is equal for all trials with the same run:
// the variant has only settings that differ from the mode's, in the order of the configuration, and
// δ is 0 if it is [Delta] or if nothing spends it.
func (t Trial) Canonical(m method.Method) Trial {
	mode, err := m.Mode(t.Mode)
	if err != nil {
		return t
	}
	if t.Delta == float64(Delta) || mode.Plain {
		t.Delta = 0
	}
	if t.Variant == "" {
		return t
	}
	plain := t
	plain.Variant = ""
	before, err := plain.config(m, mode)
	if err != nil {
		return t
	}
	after, err := t.config(m, mode)
	if err != nil {
		return t
	}
	was, err := method.Settings(before)
	if err != nil {
		return t
	}
	is, err := method.Settings(after)
	if err != nil {
		return t
	}
	var changed []string
	for i, s := range is {
		if s.String() != was[i].String() {
			changed = append(changed, s.String())
		}
	}
	t.Variant = strings.Join(changed, ",")
	return t
}
