package lab

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/graphdp/graphdp/data/file"
)

// defaultPort is Jupyter's own.
const defaultPort = 8888

// ServeOptions say how JupyterLab runs.
type ServeOptions struct {
	Port    int          // 0 takes 8888, or the next free one
	Browser bool         // open a browser, if there is a display
	Size    string       // GDP_SIZE of the notebooks, "small" or "full"
	Log     io.Writer    // where progress is shown; nil shows none
	Ready   func(Server) // called once, when JupyterLab answers
}

// Server is a JupyterLab that answers.
type Server struct {
	URL    string  `json:"url"` // with the token
	Port   int     `json:"port"`
	Token  string  `json:"token"`
	PID    int     `json:"pid"`
	Plugin *string `json:"plugin"` // XLA's CPU plugin, null where training runs in pure Go
}

// Serve runs JupyterLab on copies of the notebooks until the context ends, which is no
// error, or JupyterLab does.
func (e *Env) Serve(ctx context.Context, opt ServeOptions) error {
	progress := newProgress(opt.Log)
	port, err := choosePort(opt.Port)
	if err != nil {
		return err
	}
	if opt.Port == 0 && port != defaultPort {
		progress.say("port %d is taken: using %d", defaultPort, port)
	}
	said, err := e.layOut()
	for _, text := range said {
		progress.say("%s", text)
	}
	if err != nil {
		return explain("copying the notebooks", "see that "+e.Work+" can be written", "", err)
	}
	if err := e.trust(ctx); err != nil && ctx.Err() == nil {
		progress.say("the figures kept in the notebooks show only after a run: signing them failed: %v", err)
	}
	server := Server{Port: port, Token: rand.Text()}
	server.URL = fmt.Sprintf("http://localhost:%d%s?token=%s", port, e.firstPage(), server.Token)
	if e.Plugin != "" {
		server.Plugin = &e.Plugin
	}
	return e.serve(ctx, opt, server, progress)
}

// starting is the step of JupyterLab's own failures.
const starting = "starting JupyterLab"

// serve runs JupyterLab at a port that is free.
func (e *Env) serve(ctx context.Context, opt ServeOptions, server Server, progress *progress) error {
	log := e.venv(fmt.Sprintf("jupyter-%d.log", server.Port))
	out, err := os.Create(log)
	if err != nil {
		return explain(starting, "see that .venv can be written", "", err)
	}
	defer out.Close()
	cmd := exec.Command(e.python(), e.jupyterArgs(server.Port, opt.Browser && hasDisplay())...)
	cmd.Dir = e.Root
	cmd.Env = e.environ("JUPYTER_TOKEN="+server.Token, "GDP_SIZE="+opt.Size)
	cmd.Stdout, cmd.Stderr = out, out
	detach(cmd, syscall.SIGTERM)
	if err := cmd.Start(); err != nil {
		return explain(starting, "delete .venv, then run the same command again", "", err)
	}
	defer endOrphans(e.venv("bin"))
	server.PID = cmd.Process.Pid
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	failed := func(cause string, err error) error {
		text, _ := file.Read(log)
		return &Problem{Step: starting, Cause: cause, Output: lastLines(string(text), 6), Log: log, Err: err,
			Fix: "see what Jupyter says above; if .venv is damaged, delete it and run the same command again"}
	}

	l := progress.start(starting)
	answers := make(chan error, 1)
	polling, stopPolling := context.WithTimeout(ctx, time.Minute)
	defer stopPolling()
	go func() { answers <- waitForAnswer(polling, server.Port, server.Token) }()
	select {
	case err := <-ended:
		l.end("failed")
		return failed("JupyterLab ended at once", err)
	case err := <-answers:
		if ctx.Err() == nil && err != nil {
			l.end("failed")
			stop(cmd, ended)
			return failed("JupyterLab does not answer", err)
		}
	}
	l.end(elapsed(l.began))
	if ctx.Err() == nil && opt.Ready != nil {
		opt.Ready(server)
	}

	select {
	case err := <-ended: // File > Shut Down in JupyterLab ends it without an error
		if err != nil {
			return failed("JupyterLab ended", err)
		}
	case <-ctx.Done():
		l := progress.start("stopping JupyterLab and its kernels")
		stop(cmd, ended)
		l.end(elapsed(l.began))
	}
	return nil
}

// Tour is the notebook to begin with.
const Tour = "00_tour"

// firstPage returns what JupyterLab opens with: the tour, where it is there.
func (e *Env) firstPage() string {
	if _, err := os.Stat(e.notebook(Tour)); err != nil {
		return "/lab"
	}
	return "/lab/tree/notebooks/" + Tour + "/" + Tour + ".ipynb"
}

// jupyterArgs returns the arguments of Python that run JupyterLab. The token is not
// among them: other users can read arguments.
func (e *Env) jupyterArgs(port int, browser bool) []string {
	args := []string{"-m", "jupyterlab",
		"--ServerApp.ip=localhost",
		"--ServerApp.port=" + strconv.Itoa(port),
		"--ServerApp.port_retries=0",
		"--ServerApp.root_dir=" + e.Work,
		"--MultiKernelManager.default_kernel_name=" + kernelName,
		// GoNB first reports that it is idle when it is asked for itself, which
		// Jupyter leaves out of account: the kernel's state would be "Unknown".
		"--MappingKernelManager.untracked_message_types=['comm_info_request', 'shutdown_request', 'interrupt_request', 'debug_request']",
		"--LabApp.default_url=" + e.firstPage(),
		"--LabApp.custom_css=True", // cellHint
		"--LabApp.news_url=None",
		"--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
		"--LabApp.extension_manager=readonly",
	}
	if !browser {
		args = append(args, "--no-browser")
	}
	if os.Getuid() == 0 {
		args = append(args, "--allow-root")
	}
	return args
}

// hasDisplay reports whether a graphical browser can open. Without a display the system may start a
// text browser on the terminal that shows the URL.
func hasDisplay() bool {
	return runtime.GOOS == "darwin" || os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != ""
}

// choosePort checks the requested port, or finds a free one.
func choosePort(asked int) (int, error) {
	first, last := asked, asked
	if asked == 0 {
		first, last = defaultPort, defaultPort+99
	}
	for port := first; port <= last; port++ {
		if portFree(port) {
			return port, nil
		}
	}
	return 0, &Problem{Step: "choosing a port", Cause: fmt.Sprintf("taken: port %d to %d", first, last),
		Fix: "stop what uses it, or name a free one with --port; without --port a free one is found"}
}

// portFree reports whether a server could listen on the port of this machine.
func portFree(port int) bool {
	for _, host := range []string{"127.0.0.1", "[::1]"} {
		listener, err := net.Listen("tcp", fmt.Sprintf("%s:%d", host, port))
		if errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, syscall.EACCES) {
			return false
		}
		if err == nil {
			listener.Close()
		}
	}
	return true
}

// waitForAnswer returns when the server at the port answers to the token.
func waitForAnswer(ctx context.Context, port int, token string) error {
	client := &http.Client{Transport: &http.Transport{Proxy: nil}, Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://localhost:%d/api/status", port), nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "token "+token)
		resp, err := client.Do(req)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
			err = fmt.Errorf("http status %s", resp.Status)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w (last: %v)", ctx.Err(), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// patience is how long a program may take to end by itself.
const patience = 10 * time.Second

// stop asks a program to end, and makes it if it does not.
func stop(cmd *exec.Cmd, ended <-chan error) {
	_ = signalGroup(cmd, syscall.SIGTERM)
	select {
	case <-ended:
	case <-time.After(patience):
		_ = signalGroup(cmd, syscall.SIGKILL)
		<-ended
	}
}
