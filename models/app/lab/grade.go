package lab

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/graphdp/graphdp/data/file"
)

// Bounds of a program that checks one answer, and of the compiler that makes it.
const (
	gradeTime   = 2 * time.Minute
	gradeMemory = 4 << 30 // bytes of address space
	compileTime = 5 * time.Minute
	mostReport  = 1 << 20  // bytes that are read of a program's verdict
	mostFile    = 32 << 20 // bytes of a submission
)

// Grades are those of all submissions of a folder.
type Grades struct {
	Seed        uint64       `json:"seed"` // of the graphs and the noise that the checks sample
	Submissions []Submission `json:"submissions"`
}

// Submission is the outcome of a submitted notebook.
type Submission struct {
	File      string  `json:"file"`     // below the folder
	Notebook  string  `json:"notebook"` // of the course, "" if it is none
	Points    float64 `json:"points"`
	Of        float64 `json:"of"`
	Error     string  `json:"error,omitempty"` // why the notebook could not be graded
	Exercises []Grade `json:"exercises"`
}

// Disputed lists the disputed exercises.
func (s Submission) Disputed() string {
	var list []string
	for _, g := range s.Exercises {
		if g.Disputed {
			list = append(list, g.Exercise)
		}
	}
	return strings.Join(list, " ")
}

// Grade is the result of an exercise.
type Grade struct {
	Exercise string  `json:"exercise"` // such as 51.1
	Points   float64 `json:"points"`   // 1 if right, 0.5 if loose
	State    string  `json:"state"`    // missing, right, loose, wrong or failed
	Says     string  `json:"says"`
	// Disputed reports that the notebook shows a right verdict and the check returned another one.
	Disputed bool    `json:"disputed"`
	Seconds  float64 `json:"seconds"`
}

// states are the names and points of the states of package exercise, in their order.
var states = []struct {
	name   string
	points float64
}{{"missing", 0}, {"right", 1}, {"loose", 0.5}, {"wrong", 0}, {"failed", 0}}

// GradeFolder checks all notebooks in and below a folder, and writes grades.csv and grades.json
// into it. Each answer is compiled together with the question of the checkout, and runs in its own
// process. A submission that fails does not stop the others.
func GradeFolder(ctx context.Context, root, folder string, seed uint64, log io.Writer) (Grades, error) {
	e, all, progress := newEnv(root), Grades{Seed: seed}, newProgress(log)
	lessons, err := e.lessons()
	if err != nil {
		return all, err
	}
	files, err := submissions(folder)
	if err != nil {
		return all, err
	}
	for _, name := range files {
		l := progress.start(name)
		s := e.grade(ctx, lessons, filepath.Join(folder, name), seed)
		s.File = name
		l.end(cmp.Or(s.Error, fmt.Sprintf("%g of %g", s.Points, s.Of)))
		if ctx.Err() != nil {
			return all, fmt.Errorf("lab: interrupted in %s: %w", name, ctx.Err())
		}
		all.Submissions = append(all.Submissions, s)
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return all, fmt.Errorf("lab: %w", err)
	}
	for name, content := range map[string][]byte{"grades.json": append(text, '\n'), "grades.csv": all.csv()} {
		if err := writeFile(filepath.Join(folder, name), content); err != nil {
			return all, err
		}
	}
	return all, nil
}

// submissions lists the notebooks in and below a folder.
func submissions(folder string) (files []string, _ error) {
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".ipynb_checkpoints":
			return filepath.SkipDir
		case d.Type().IsRegular() && strings.HasSuffix(path, ".ipynb"):
			name, err := filepath.Rel(folder, path)
			files = append(files, name)
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("lab: no notebooks (.ipynb) in %s: name the folder of the submissions", folder)
	}
	return files, nil
}

// grade checks the answers of one notebook.
func (e *Env) grade(ctx context.Context, lessons []lesson, path string, seed uint64) (s Submission) {
	notebook, err := readNotebook(path)
	if err != nil {
		s.Error = err.Error()
		return s
	}
	l, answers := notebook.lesson(lessons)
	if len(answers) == 0 {
		s.Error = "it asks none of the checks of the course's notebooks"
		return s
	}
	s.Notebook, s.Of = l.name, float64(len(l.questions))
	for _, q := range l.questions {
		began, g := time.Now(), Grade{Exercise: q.exercise, State: "missing", Says: "no cell has " + q.text}
		if at, ok := answers[q.exercise]; ok {
			g.State, g.Says = "failed", ""
			if program, err := notebook.program(l, q, at, seed); err != nil {
				g.Says = err.Error()
			} else {
				e.judge(ctx, program, &g)
			}
		}
		for _, state := range states {
			if state.name == g.State {
				g.Points = state.points
			}
		}
		g.Disputed = g.State != "right" && strings.Contains(notebook.shown, "Exercise "+q.exercise+", right")
		g.Seconds = time.Since(began).Seconds()
		s.Points += g.Points
		s.Exercises = append(s.Exercises, g)
	}
	return s
}

// judge compiles a program, runs it and returns its verdict.
func (e *Env) judge(ctx context.Context, program string, g *Grade) {
	dir, err := os.MkdirTemp("", "grade")
	if err != nil {
		g.Says = err.Error()
		return
	}
	defer os.RemoveAll(dir)
	source, binary := filepath.Join(dir, "answer.go"), filepath.Join(dir, "answer")
	if err := os.WriteFile(source, []byte(program), 0o600); err != nil {
		g.Says = err.Error()
		return
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, source)
	build.Dir, build.Env = e.Root, e.environ()
	if _, complaint, err := bounded(ctx, build, compileTime); err != nil {
		g.Says = "the answer does not compile: " + firstLine(complaint, err)
		return
	}
	run := exec.Command("sh", "-c", fmt.Sprintf(`ulimit -v %d; exec "$0"`, gradeMemory>>10), binary)
	run.Dir, run.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "GDP_SIZE=small"}
	report, complaint, err := bounded(ctx, run, gradeTime)
	var verdict struct {
		State int
		Says  string
	}
	switch times := bytes.Count(report, []byte("\n")); {
	case times > 1:
		g.Says = fmt.Sprintf("the cell runs the check %d times, and one answer is wanted", times)
	case err != nil:
		g.Says = "the cell ends with an error: " + firstLine(complaint, err)
	case times == 0:
		g.Says = "the cell ends before the check has run"
	case json.Unmarshal(report, &verdict) != nil || verdict.State < 0 || verdict.State >= len(states):
		g.Says = "the verdict cannot be read"
	default:
		g.State, g.Says = states[verdict.State].name, verdict.Says
	}
}

// bounded runs a command, and kills it and its child processes after the time limit. It returns the
// command's output on file 3, and the end of its standard error.
func bounded(ctx context.Context, cmd *exec.Cmd, limit time.Duration) (report []byte, complaint string, _ error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	stderr := &tailBuffer{max: 64 << 10}
	cmd.Stderr, cmd.ExtraFiles, cmd.WaitDelay = stderr, []*os.File{w}, time.Second
	detach(cmd, syscall.SIGKILL)
	err = cmd.Start()
	w.Close()
	if err != nil {
		return nil, "", err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("no end after %v", limit))
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = signalGroup(cmd, syscall.SIGKILL) })()
	report, _ = file.ReadAll(io.LimitReader(r, mostReport)) // the output of the process until its end
	if err = cmd.Wait(); ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	_ = signalGroup(cmd, syscall.SIGKILL) // processes that it left behind
	return report, stderr.String(), err
}

// complaints matches the lines of a compiler or a process that explain a failure.
var complaints = regexp.MustCompile(`(?m)^(?:panic|fatal error|\S+\.go:\d+:\d+): (.*)$`)

// hidden are the names of the program around an answer.
var hidden = regexp.MustCompile(`q[a-z2-7]{26}`)

// firstLine is the first complaint of a text, or the error if it has none.
func firstLine(text string, err error) string {
	if m := complaints.FindStringSubmatch(text); m != nil {
		return hidden.ReplaceAllString(m[1], "")
	}
	return err.Error()
}

// csv has a line for each submission and a column for each exercise.
func (all Grades) csv() []byte {
	var exercises []string
	for _, s := range all.Submissions {
		for _, g := range s.Exercises {
			exercises = append(exercises, g.Exercise)
		}
	}
	slices.Sort(exercises)
	exercises = slices.Compact(exercises)
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(append([]string{"file", "notebook", "points", "of", "disputed", "error"}, exercises...)) // a buffer takes all
	for _, s := range all.Submissions {
		points := make([]string, len(exercises))
		for _, g := range s.Exercises {
			points[slices.Index(exercises, g.Exercise)] = fmt.Sprint(g.Points)
		}
		_ = w.Write(append([]string{s.File, s.Notebook, fmt.Sprint(s.Points), fmt.Sprint(s.Of), s.Disputed(), s.Error}, points...))
	}
	w.Flush()
	return b.Bytes()
}

// readNotebook reads a submission.
func readNotebook(path string) (n notebook, _ error) {
	if info, err := os.Stat(path); err != nil || info.Size() > mostFile {
		return n, cmp.Or(err, fmt.Errorf("it has more than %d MiB", mostFile>>20))
	}
	text, err := file.Read(path)
	if err != nil {
		return n, err
	}
	var stored struct {
		Cells []struct {
			Kind    string          `json:"cell_type"`
			Source  json.RawMessage `json:"source"`
			Outputs json.RawMessage `json:"outputs"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &stored); err != nil {
		return n, fmt.Errorf("it is no notebook: %w", err)
	}
	for _, c := range stored.Cells {
		if c.Kind != "code" {
			continue
		}
		var lines []string
		var whole string
		if json.Unmarshal(c.Source, &lines) == nil {
			whole = strings.Join(lines, "")
		} else if err := json.Unmarshal(c.Source, &whole); err != nil {
			continue // no text: as if the cell were empty
		}
		n.add(whole)
		n.shown += string(c.Outputs)
	}
	return n, nil
}
