package lab

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/graphdp/graphdp/data/file"
)

// Options say what to prepare.
type Options struct {
	Root      string    // the checkout, as Find returns it
	Log       io.Writer // where progress is shown; nil shows none
	Python    string    // the Python to use; "" looks for one
	Notebooks []string  // whose cells are to run at once; none means all
}

// Ready reports whether the checkout at root was prepared before, and where. Only Prepare finds out
// whether everything is still current.
func Ready(root string) (venv string, ready bool) {
	e := newEnv(root)
	for _, step := range []string{stampPackages, stampTools} {
		if _, err := os.Stat(e.stamp(step).path); err != nil {
			return "", false
		}
	}
	return e.venv(), true
}

// setup is one call of Prepare.
type setup struct {
	*Env
	progress *progress
	log      string   // the file that takes the tools' output
	lock     *os.File // held while preparing

	choice string   // the Python asked for, "" for any
	names  []string // of the notebooks to run at once
	python interpreter
	golang toolchain

	free func(dir string) (uint64, error) // freeSpace, but in tests
}

func newSetup(opt Options) *setup {
	env := newEnv(opt.Root)
	return &setup{
		Env:      env,
		progress: newProgress(opt.Log),
		log:      env.venv("setup.log"),
		choice:   opt.Python,
		names:    opt.Notebooks,
		free:     freeSpace,
	}
}

// Prepare makes the checkout ready for notebooks, doing only what is not done
// yet. It waits while another process prepares the same checkout.
func Prepare(ctx context.Context, opt Options) (*Env, error) {
	s := newSetup(opt)
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	return s.Env, nil
}

func (s *setup) prepare(ctx context.Context) error {
	if !supported {
		return &Problem{Step: "starting", Cause: "this system is neither Linux nor macOS",
			Fix: "on Windows, run the same command inside WSL"}
	}
	if err := s.takeLock(ctx); err != nil {
		return err
	}
	defer s.lock.Close()
	began := time.Now()
	endOrphans(s.venv("bin")) // of a gdp lab that was killed

	if _, ready := Ready(s.Root); !ready {
		s.progress.say("The first start downloads and builds what notebooks need: some minutes, and %.1f GB in %s and Go's caches.", needed/1e9, s.venv())
	}
	const seePip, seeGo = "see what pip says above, then run the same command again", "see what Go says above, then run the same command again"
	err := s.inTurn(ctx, task{"1/6", "Python and Go", s.findTools, "run `go env` and `python3 --version` here to see more"})
	if err == nil { // pip waits for the network while Go computes
		python := []task{
			{"2/6", "Python packages", s.packages, seePip},
			{"3/6", "XLA for the CPU", s.plugin, seePip},
		}
		if hasGPU(ctx) {
			python = append(python, task{"3/6", "XLA for the GPU", s.cuda, seePip})
		}
		err = s.sideBySide(ctx, python,
			[]task{
				{"4/6", "packages of the notebooks", s.build, seeCompiler},
				{"5/6", "Go tools (GoNB, goimports)", s.tools, seeGo},
			})
	}
	if err == nil {
		err = s.inTurn(ctx, task{"6/6", "Jupyter's kernel and settings", s.kernel, "see that .venv can be written, or delete it, then run the same command again"})
	}
	if err != nil {
		return err
	}
	s.progress.say("ready in %s", elapsed(began))
	return nil
}

// Finish builds everything that the tour does not need: the imports of the other notebooks, the
// program gdp, and gopls. Kernels that start later have completion by gopls.
func Finish(ctx context.Context, opt Options) error {
	s := newSetup(opt)
	if err := s.takeLock(ctx); err != nil {
		return err
	}
	defer s.lock.Close()
	if err := s.findGo(ctx); err != nil {
		return err
	}
	if s.progress.width == 0 {
		s.progress = newProgress(nil) // nobody waits for it
	}
	const seeGo = "see what Go says above; the next start tries again"
	tasks := []task{{"background", "packages of the other notebooks, and gdp",
		func(ctx context.Context, l *line) (string, error) { return s.buildAll(ctx, l, "-p=1") }, seeCompiler}}
	key, err := s.toolsKey()
	if err != nil {
		return err
	}
	if !s.stamp(stampCompletion).holds(key, s.venv("bin", "gopls")) {
		tasks = append(tasks, task{"background", "code completion (gopls), for kernels that start after it", s.completion, seeGo})
	}
	return s.inTurn(ctx, tasks...)
}

// seeCompiler is what to do where packages of the checkout do not compile.
const seeCompiler = "they do not compile: mend what the compiler names above, then run the same command again"

// A task is a part of the work with a line of progress.
type task struct {
	number string // as "1/6"
	name   string
	do     func(context.Context, *line) (string, error)
	hint   string // what to do about a failure of an unknown kind
}

// inTurn does tasks one after the other, up to the first that fails.
func (s *setup) inTurn(ctx context.Context, tasks ...task) error {
	for _, task := range tasks {
		l := s.progress.start("[" + task.number + "] " + task.name)
		result, err := task.do(ctx, l)
		if err != nil && ctx.Err() != nil { // a tool that it killed may say so in other words
			l.end("interrupted")
			return &Problem{Step: task.name, Cause: "interrupted",
				Fix: "run the same command again: it continues with this step", Err: ctx.Err()}
		}
		if err != nil {
			l.end("failed")
			return explain(task.name, task.hint, s.log, err)
		}
		l.end(result)
	}
	return nil
}

// sideBySide does lists of tasks at the same time. When one fails the others are
// interrupted, and its error is returned.
func (s *setup) sideBySide(ctx context.Context, lists ...[]task) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var all sync.WaitGroup
	var failed sync.Once
	var first error
	for _, tasks := range lists {
		all.Go(func() {
			if err := s.inTurn(ctx, tasks...); err != nil {
				failed.Do(func() { first = err })
				cancel()
			}
		})
	}
	all.Wait()
	return first
}

// takeLock waits until no other process prepares this checkout.
func (s *setup) takeLock(ctx context.Context) error {
	f, err := file.Regular(s.venv()+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return explain("taking the lock", "see that the checkout can be written, then run the same command again", "", err)
	}
	ok, err := tryLock(f)
	if !ok && err == nil {
		s.progress.say("another gdp lab is preparing this checkout")
		l := s.progress.start("waiting for it")
		for !ok && err == nil {
			select {
			case <-ctx.Done():
				err = fmt.Errorf("interrupted while waiting: %w", ctx.Err())
			case <-time.After(100 * time.Millisecond):
				ok, err = tryLock(f)
			}
		}
		l.end(elapsed(l.began))
	}
	if err != nil {
		f.Close()
		return explain("taking the lock", "run the same command again", "", err)
	}
	s.lock = f
	return nil
}

// step does a piece of work unless its stamp shows that it is done. The result
// is a word for the progress line.
func (s *setup) step(l *line, name, key string, outputs []string, do func() error) (string, error) {
	stamp := s.stamp(name)
	if stamp.holds(key, outputs...) {
		return "ready", nil
	}
	if err := stamp.clear(); err != nil {
		return "", err
	}
	if err := do(); err != nil {
		return "", err
	}
	if err := stamp.set(key); err != nil {
		return "", err
	}
	return elapsed(l.began), nil
}
