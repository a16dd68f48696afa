package trial

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/graphdp/graphdp/data/file"
	"github.com/graphdp/graphdp/data/graph"
	"github.com/graphdp/graphdp/models/method"
	"github.com/graphdp/graphdp/models/method/checkpoint"
)

// Provenance is where a result comes from. Results of earlier versions have none.
type Provenance struct {
	Version   string    `json:"version,omitempty"`   // of the code; see [Version]
	Config    string    `json:"config,omitempty"`    // key of the mode's configuration, with all that its settings were
	Edition   int       `json:"edition,omitempty"`   // of the mode
	Data      string    `json:"data,omitempty"`      // checksum of the graph as it was read
	Backend   string    `json:"backend,omitempty"`   // where networks ran; "go" for a mode that opens no backend
	Processor string    `json:"processor,omitempty"` // on which last bits depend
	Memory    int64     `json:"memory,omitempty"`    // largest number of bytes of the process, where it made one trial at a time
	When      time.Time `json:"when,omitzero"`       // it began
}

// Version returns the version of the program: of the module, or the revision that it was built
// from, with a "+" where files had been changed. A program that was built without them, as go run
// does it, is known by its own checksum: the same code, tools and folder give the same program. The
// cell of a notebook, which is a program of its own, has no version.
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
	if strings.HasPrefix(info.Path, "gonb") || strings.HasSuffix(info.Path, ".test") {
		return ""
	}
	return program()
})

// program returns a checksum of the program that runs, or nothing.
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

// madeOf tells of a mode's run on some data.
func madeOf(mode method.Mode, config any, c *graph.Collection) (Provenance, error) {
	p := Provenance{Config: key(mode, config), Edition: mode.Edition}
	var err error
	if p.Data, err = checkpoint.Checksum(c); err != nil {
		return p, fmt.Errorf("trial: %w", err)
	}
	p.Data = p.Data[:16]
	return p, nil
}

// Age compares a result with the code of today.
type Age string

// The ages of results.
const (
	Today        Age = "today"          // the same version of the code, and the same settings
	OtherCode    Age = "other code"     // another version, with the same settings in the same edition
	SameConfig   Age = "same settings"  // and edition, and one of the two builds does not say its version
	OtherEdition Age = "other edition"  // the mode released something else for these settings
	OtherConfig  Age = "other settings" // the mode's settings were others: it is another trial now
	NoMode       Age = "no such mode"   // or setting, any more
	Unknown      Age = "unknown"        // the result does not say
)

// Ages lists them all.
func Ages() []Age {
	return []Age{Today, OtherCode, SameConfig, OtherEdition, OtherConfig, NoMode, Unknown}
}

// Old reports whether the code of today need not give a result of that age again.
func (a Age) Old() bool { return !slices.Contains([]Age{Today, OtherCode, SameConfig}, a) }

// AgeOf returns the age of a result, given the method and the program of today.
func AgeOf(m method.Method, r Result) Age {
	mode, config, err := r.mode(m)
	switch {
	case err != nil:
		return NoMode
	case r.Made.Config == "":
		return Unknown
	case r.Made.Config != key(mode, config):
		return OtherConfig
	case r.Made.Edition != mode.Edition:
		return OtherEdition
	case r.Made.Processor == "": // of versions that knew no editions
		return Unknown
	case r.Made.Version == "" || Version() == "":
		return SameConfig
	case r.Made.Version != Version():
		return OtherCode
	}
	return Today
}

// Says tells of a result that is old what it is; of others nothing.
func (a Age) Says() string {
	switch a {
	case OtherEdition:
		return "made by another edition of the mode than today's"
	case OtherConfig:
		return "made with other settings than the mode has today"
	case NoMode:
		return "made by a mode, or with a setting, that is no more"
	case Unknown:
		return "kept before results said which edition of the mode made them"
	}
	return ""
}

// OneEdition returns those results of a mode of which means may be taken, and their age: those that
// the code of today gives again or, where there are none, the latest of one edition and
// configuration.
func OneEdition(m method.Method, results []Result) (list []Result, age Age) {
	type made struct {
		age     Age
		edition int
		config  string
	}
	of := func(r Result) made {
		a := AgeOf(m, r)
		if !a.Old() {
			return made{age: Today, edition: math.MaxInt}
		}
		return made{a, r.Made.Edition, r.Made.Config}
	}
	var best made
	for _, r := range results {
		switch x := of(r); {
		case list == nil || x.edition > best.edition:
			list, best = []Result{r}, x
		case x == best:
			list = append(list, r)
		}
	}
	return list, best.age
}
