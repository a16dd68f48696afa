//go:build linux

// Package slurmtest runs a Slurm cluster of this machine's own programs for a test: one
// controller and some nodes, which can be killed and started again.
package slurmtest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Cluster is a controller and its nodes, all on this machine.
type Cluster struct {
	t          testing.TB
	folder     string
	controller *exec.Cmd
	nodes      map[string]*exec.Cmd
}

// config is a cluster that asks for no keys: it listens to this machine alone. Nodes
// are missed after seconds, not minutes.
const config = `ClusterName=test
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=%[2]d
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
SlurmUser=root
SlurmdUser=root
StateSaveLocation=%[1]s/state
SlurmdSpoolDir=%[1]s/%%n
SlurmctldPidFile=%[1]s/controller.pid
SlurmdPidFile=%[1]s/%%n.pid
SlurmctldLogFile=%[1]s/controller.log
SlurmdLogFile=%[1]s/%%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=5
KillWait=1
MpiDefault=none
SlurmdParameters=config_overrides
PartitionName=all Nodes=%[3]s Default=YES MaxTime=INFINITE State=UP
`

// Start starts a cluster with nodes of one processor each, and ends it with the test. The
// test is skipped where Slurm is not installed, or where it may not be started.
func Start(t testing.TB, nodes ...string) *Cluster {
	t.Helper()
	missing := t.Skipf
	if os.Getenv("GDP_REQUIRE_SLURM") != "" {
		missing = t.Fatalf
	}
	for _, program := range []string{"slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo"} {
		if _, err := exec.LookPath(program); err != nil {
			missing("no Slurm here: %v", err)
		}
	}
	if os.Getuid() != 0 {
		missing("the nodes of a Slurm cluster are started by root")
	}
	folder, err := os.MkdirTemp("", "slurm") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	c := &Cluster{t: t, folder: folder, nodes: map[string]*exec.Cmd{}}
	t.Cleanup(func() {
		c.KillController()
		for _, n := range nodes {
			c.KillNode(n)
		}
		if t.Failed() {
			for _, log := range append([]string{"controller"}, nodes...) {
				text, _ := os.ReadFile(filepath.Join(folder, log+".log"))
				t.Logf("%s:\n%s", log, text)
			}
		}
		_ = os.RemoveAll(folder)
	})
	text := fmt.Sprintf(config, folder, port(t), strings.Join(nodes, ","))
	for _, n := range nodes {
		text += fmt.Sprintf("NodeName=%s NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=1 State=UNKNOWN\n", n, port(t))
	}
	file := filepath.Join(folder, "slurm.conf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "state"), 0o700); err != nil {
		t.Fatal(err)
	}
	// Not by Setenv of the test, which would have to run alone; there is one cluster at a time.
	if err := os.Setenv("SLURM_CONF", file); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Unsetenv("SLURM_CONF") })
	c.StartController()
	for _, n := range nodes {
		c.StartNode(n)
	}
	for _, n := range nodes {
		c.Await(n, "idle")
	}
	return c
}

// StartController starts the controller; it goes on with the jobs that it knew.
func (c *Cluster) StartController() {
	c.t.Helper()
	c.controller = c.start("slurmctld", "-D")
}

// StartNode starts a node.
func (c *Cluster) StartNode(name string) {
	c.t.Helper()
	c.nodes[name] = c.start("slurmd", "-D", "-N", name)
}

// start starts a program as the first process of its own space: with it dies all that it
// started.
func (c *Cluster) start(name string, args ...string) *exec.Cmd {
	c.t.Helper()
	p := exec.Command(name, args...)
	p.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID, Pdeathsig: syscall.SIGKILL}
	if err := p.Start(); err != nil {
		c.t.Fatal(err)
	}
	return p
}

// KillController kills the controller as a power cut would.
func (c *Cluster) KillController() { kill(c.controller) }

// KillNode kills a node with all that runs on it, as a power cut would.
func (c *Cluster) KillNode(name string) { kill(c.nodes[name]) }

// Miss tells the controller that a node is lost, as an operator does who does not wait for it.
func (c *Cluster) Miss(name string) {
	c.t.Helper()
	if out, err := exec.Command("scontrol", "update", "NodeName="+name, "State=DOWN", "Reason=killed").CombinedOutput(); err != nil {
		c.t.Fatalf("scontrol: %v: %s", err, out)
	}
}

func kill(p *exec.Cmd) {
	if p != nil && p.ProcessState == nil {
		_ = p.Process.Kill()
		_ = p.Wait()
	}
}

// Await waits until a node is in a state, such as "idle", "allocated" or "down*".
func (c *Cluster) Await(node, state string) {
	c.t.Helper()
	var out []byte
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		out, _ = exec.Command("sinfo", "--noheader", "--Node", "--nodes="+node, "--format=%T").CombinedOutput()
		if strings.TrimSpace(string(out)) == state {
			return
		}
	}
	c.t.Fatalf("node %s is %q after a minute, not %q", node, out, state)
}

// port returns a free one.
func port(t testing.TB) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
