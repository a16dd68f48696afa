// Package slurm hands work to a Slurm cluster, by the commands that its users know:
// sbatch, squeue and scancel. Which task runs where and when, and again after a lost
// node, is the cluster's business.
package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Array is a job of equal tasks.
type Array struct {
	Name    string
	Tasks   int
	Command []string // what each task runs: the path of a program on all nodes, and its arguments
	Log     string   // file for what the tasks write; %A and %a are the numbers of job and task
	Options []string // of sbatch, such as --partition=long
}

// Job is a submitted array.
type Job string

// Check reports what is wrong with the array.
func (a Array) Check() error {
	switch {
	case a.Tasks < 1:
		return fmt.Errorf("slurm: an array of %d tasks", a.Tasks)
	case len(a.Command) == 0 || a.Command[0] == "":
		return errors.New("slurm: an array without a command")
	}
	for _, o := range a.Options {
		if !strings.HasPrefix(o, "-") {
			return fmt.Errorf("slurm: %q is not an option of sbatch: they begin with -, as in --partition=long", o)
		}
	}
	return nil
}

// Submit queues the array. A task that is lost with its node is queued again, and adds to
// its log.
func (a Array) Submit(ctx context.Context) (Job, error) {
	if err := a.Check(); err != nil {
		return "", err
	}
	args := []string{
		"--parsable", "--job-name=" + a.Name, fmt.Sprintf("--array=0-%d", a.Tasks-1),
		"--requeue", "--open-mode=append",
	}
	if a.Log != "" {
		args = append(args, "--output="+a.Log)
	}
	out, err := command(ctx, a.script(), "sbatch", append(args, a.Options...)...)
	if err != nil {
		return "", err
	}
	id, _, _ := strings.Cut(strings.TrimSpace(out), ";") // a cluster's name may follow
	if id == "" {
		return "", errors.New("slurm: sbatch named no job")
	}
	return Job(id), nil
}

// script is what sbatch runs.
func (a Array) script() string {
	words := make([]string, len(a.Command))
	for i, w := range a.Command {
		words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return "#!/bin/sh\nexec " + strings.Join(words, " ") + "\n"
}

// Tasks says how many tasks of a job are in which state; those that have ended are not
// among them.
type Tasks struct {
	Waiting, Running int
	Why              string // what the first of those that wait waits for
}

// Over reports whether all have ended.
func (t Tasks) Over() bool { return t.Waiting+t.Running == 0 }

// Tasks asks the cluster for the job's tasks.
func (j Job) Tasks(ctx context.Context) (Tasks, error) {
	var t Tasks
	out, err := command(ctx, "", "squeue", "--noheader", "--array", "--jobs="+string(j), "--format=%T %r")
	if err != nil {
		if strings.Contains(err.Error(), "Invalid job id") { // ended so long ago that it is forgotten
			return t, nil
		}
		return t, err
	}
	for line := range strings.Lines(out) {
		state, why, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch state {
		case "RUNNING", "COMPLETING", "CONFIGURING", "STAGE_OUT", "SIGNALING", "STOPPED", "SUSPENDED", "RESIZING":
			t.Running++
		case "PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD", "PREEMPTED":
			if t.Waiting++; t.Why == "" {
				t.Why = why
			}
		}
	}
	return t, nil
}

// Cancel ends the job.
func (j Job) Cancel(ctx context.Context) error {
	_, err := command(ctx, "", "scancel", string(j))
	return err
}

// Available reports whether this machine has the commands of a cluster.
func Available() error {
	for _, name := range []string{"sbatch", "squeue", "scancel"} {
		if _, err := path(name); err != nil {
			return err
		}
	}
	return nil
}

func path(name string) (string, error) {
	p, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("slurm: no %s on this machine: run this where the cluster takes jobs", name)
	}
	return p, nil
}

// command runs one of Slurm's commands and returns what it printed.
func command(ctx context.Context, stdin, name string, args ...string) (string, error) {
	program, err := path(name)
	if err != nil {
		return "", err
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Stdin = strings.NewReader(stdin)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("slurm: %s: %s (%w)", name, strings.Join(strings.Fields(said.String()), " "), err)
	}
	return out.String(), nil
}
