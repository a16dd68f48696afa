//go:build linux

package app

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/graphdp/graphdp/data/must"
	"github.com/graphdp/graphdp/models/eval/trial"
)

// cluster is a Slurm cluster of this machine's own programs: a controller and its nodes, which can
// be killed and started again.
type cluster struct {
	t          testing.TB
	folder     string
	controller *exec.Cmd
	nodes      map[string]*exec.Cmd
}

// slurmConfig is a cluster that asks for no keys: it listens to this machine alone. Nodes
// are missed after seconds, not minutes.
const slurmConfig = `ClusterName=test
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

// startCluster starts a cluster with nodes of one processor each, and ends it with the test. The
// test is skipped where Slurm is not installed, or where it may not be started.
func startCluster(t testing.TB, nodes ...string) *cluster {
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
	folder := must.Get(os.MkdirTemp("", "slurm"))(t) // the path of a socket must be short
	c := &cluster{t: t, folder: folder, nodes: map[string]*exec.Cmd{}}
	t.Cleanup(func() {
		c.killController()
		for _, n := range nodes {
			c.killNode(n)
		}
		if t.Failed() {
			for _, log := range append([]string{"controller"}, nodes...) {
				text, _ := os.ReadFile(filepath.Join(folder, log+".log"))
				t.Logf("%s:\n%s", log, text)
			}
		}
		_ = os.RemoveAll(folder)
	})
	text := fmt.Sprintf(slurmConfig, folder, freePort(t), strings.Join(nodes, ","))
	for _, n := range nodes {
		text += fmt.Sprintf("NodeName=%s NodeHostname=localhost NodeAddr=127.0.0.1 Port=%d CPUs=1 State=UNKNOWN\n", n, freePort(t))
	}
	file := filepath.Join(folder, "slurm.conf")
	put(t, file, text)
	must.Do(t, os.Mkdir(filepath.Join(folder, "state"), 0o700))
	// Not by Setenv of the test, which would have to run alone: no other test has a cluster.
	must.Do(t, os.Setenv("SLURM_CONF", file))
	t.Cleanup(func() { _ = os.Unsetenv("SLURM_CONF") })
	c.startController()
	for _, n := range nodes {
		c.startNode(n)
	}
	for _, n := range nodes {
		c.await(n, "idle")
	}
	return c
}

// startController starts the controller; it goes on with the jobs that it knew.
func (c *cluster) startController() {
	c.t.Helper()
	c.controller = c.start("slurmctld", "-D")
}

// startNode starts a node.
func (c *cluster) startNode(name string) {
	c.t.Helper()
	c.nodes[name] = c.start("slurmd", "-D", "-N", name)
}

// start starts a program as the first process of its own space: with it dies all that it
// started.
func (c *cluster) start(name string, args ...string) *exec.Cmd {
	c.t.Helper()
	p := exec.Command(name, args...)
	p.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID, Pdeathsig: syscall.SIGKILL}
	must.Do(c.t, p.Start())
	return p
}

// killController kills the controller as a power cut would.
func (c *cluster) killController() { stopAtOnce(c.controller) }

// killNode kills a node with all that runs on it, as a power cut would.
func (c *cluster) killNode(name string) { stopAtOnce(c.nodes[name]) }

// miss tells the controller that a node is lost, like an operator who does not wait for it.
func (c *cluster) miss(name string) {
	c.t.Helper()
	if out, err := exec.Command("scontrol", "update", "NodeName="+name, "State=DOWN", "Reason=killed").CombinedOutput(); err != nil {
		c.t.Fatalf("scontrol: %v: %s", err, out)
	}
}

func stopAtOnce(p *exec.Cmd) {
	if p != nil && p.ProcessState == nil {
		_ = p.Process.Kill()
		_ = p.Wait()
	}
}

// await waits until a node is in a state, such as "idle", "allocated" or "down*".
func (c *cluster) await(node, state string) {
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
func freePort(t testing.TB) int {
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// A study of 100 trials on two nodes survives these events: one node and the controller are killed
// and return, the other node is killed, and the observer disconnects and returns. There are then
// 100 results without duplicates. A job also runs the missing trials of a table.
func TestOnSlurm(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a cluster")
	}
	t.Parallel()
	nodes := startCluster(t, "n1", "n2")
	folder := filepath.Join(t.TempDir(), "it's a folder")
	args := []string{
		"sweep", "--methods", "behaves", "--data", "karate", "--protocols", "statistics", "--vary", "Wait=0.1", "--seeds", "1-100", "--folder", folder,
		"--on", "slurm", "--tasks", "2", "--sbatch=--time=30", "--json",
	}
	watching := func() (*exec.Cmd, *strings.Builder, *strings.Builder) {
		c, out, err := command(args...), &strings.Builder{}, &strings.Builder{}
		c.Stdout, c.Stderr = out, err
		must.Do(t, c.Start())
		return c, out, err
	}
	until := func(n int) { t.Helper(); awaitResults(t, folder, n) }
	first, _, said := watching()
	until(10)
	must.Do(t, first.Process.Signal(os.Interrupt))
	if err := first.Wait(); err == nil || !strings.Contains(said.String(), "goes on: the same command watches it again") {
		t.Errorf("%v: %s", err, said)
	}
	second, out, said := watching()
	until(20)
	nodes.killNode("n1")
	until(30)
	nodes.killController()
	until(40)
	nodes.startController()
	nodes.startNode("n1")
	until(60)
	nodes.killNode("n2")
	nodes.miss("n2")
	nodes.startNode("n2")
	if err := second.Wait(); err != nil {
		t.Fatalf("%v: %s%s", err, out, said)
	}
	var r swept
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil || r.Done != 100 || r.Failed != 0 {
		t.Errorf("%v, %+v", err, r)
	}
	if n := regexp.MustCompile(`Job \d+ is at it`).FindAllString(said.String(), -1); len(n) != 1 {
		t.Errorf("it submitted another job: %s", said)
	}
	lines, err := os.ReadFile(filepath.Join(folder, "results.jsonl"))
	results, err2 := trial.ReadAll(folder)
	seeds := map[uint64]int{}
	for _, r := range results {
		if seeds[r.Seed]++; r.Error != "" {
			t.Errorf("%v: %s", r.Trial, r.Error)
		}
	}
	if err != nil || err2 != nil || strings.Count(string(lines), "\n") != 100 || len(seeds) != 100 {
		t.Errorf("%d lines, %d results, %v, %v", strings.Count(string(lines), "\n"), len(seeds), err, err2)
	}
	// Once more, nothing is left to do.
	third, out, said := watching()
	if err := third.Wait(); err != nil || !strings.Contains(out.String(), `"done": 100`) || strings.Contains(said.String(), "submitted") {
		t.Errorf("%v: %s%s", err, out, said)
	}
	reproduceOnSlurm(t)
}

func reproduceOnSlurm(t *testing.T) {
	kept, out := keptTrial(t), filepath.Join(t.TempDir(), "it's a folder")
	args := []string{"--table", "1", "--results", kept, "--out", out, "--on", "slurm", "--tasks", "2", "--sbatch=--time=30"}
	for i := range 2 {
		status, r, stderr := reproduceBehaves(t, args...)
		if status != 0 || r.Exhibits[0].Kept != 10 || len(r.Files) != 4 || strings.Contains(stderr, "with 2 tasks is submitted") != (i == 0) {
			t.Fatalf("status %d, %+v, %s", status, r, stderr)
		}
	}
	results, err := trial.Read(out)
	seeds := map[uint64]bool{}
	for _, r := range results {
		seeds[r.Seed] = true
	}
	if err != nil || len(results) != 9 || len(seeds) != 9 || seeds[3] {
		t.Errorf("%v: %v", err, results)
	}
	if text, err := os.ReadFile(filepath.Join(out, "behaves-table-1.txt")); err != nil || !strings.Contains(string(text), "0.1000 ± 0.1000 (10)") {
		t.Errorf("%v: %s", err, text)
	}
	if status, _, stderr := behave(append([]string{"sweep", "--methods", "behaves", "--data", "karate", "--folder", t.TempDir(), "--on", "slurm"}, "--sbatch=--partition=nowhere")...); status != 1 || !strings.Contains(stderr, "slurm: sbatch: ") {
		t.Errorf("a partition that is not there: status %d, %s", status, stderr)
	}
}
