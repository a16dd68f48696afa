package app

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// The command prints the accountants' answers; the numbers are golden values of the tests of
// accounting.
func TestAccount(t *testing.T) {
	for _, c := range []struct {
		args       string
		epsilon    float64
		accountant string
		relation   string
	}{
		{"--sigma 3.7306316 --delta 1e-5", 1, "gauss", "add-remove"},
		{"--sigma 37.306316 --steps 100 --delta 1e-5", 1, "gauss", "add-remove"},
		{"--sigma 5 --sampling poisson --q 0.01 --steps 21715 --delta 1e-5", 1.12527, "pld", "add-remove"},
		{"--sigma 5 --sampling poisson --q 0.01 --steps 21715 --delta 1e-5 --accountant rdp", 1.22814, "rdp", "add-remove"},
		{"--sigma 7.6095 --sampling poisson --q 0.1159420289855 --steps 300 --delta 1e-5 --relation replace-one", 2.1156, "pld", "replace-one"},
		{"--sigma 5 --sampling fixed --q 1 --steps 200 --delta 1e-5", 15.456, "gauss", "replace-one"},
		{"--mechanism laplace --sigma 2 --steps 10 --delta 0", 5, "pld", "add-remove"},
		{"--mechanism discrete-laplace --sigma 2 --sensitivity 7 --delta 0", .5, "pld", "add-remove"},
		{"--mechanism randomised-response --sigma 0.5 --categories 9 --delta 0", 2, "pld", "add-remove"},
		{"--mechanism exponential --sigma 4 --delta 0", .25, "pld", "add-remove"},
	} {
		status, stdout, stderr := call(t, strings.Fields("account --json "+c.args)...)
		if status != 0 {
			t.Errorf("%s: status %d, %s", c.args, status, stderr)
			continue
		}
		d := document(t, stdout)
		if got, ok := d["epsilon"].(float64); !ok || math.Abs(got-c.epsilon) > 4e-3*c.epsilon {
			t.Errorf("%s: epsilon %v, want %v", c.args, d["epsilon"], c.epsilon)
		}
		if d["accountant"] != c.accountant || d["relation"] != c.relation {
			t.Errorf("%s: by %v under %v, want %s, %s", c.args, d["accountant"], d["relation"], c.accountant, c.relation)
		}
	}
}

// For every mechanism the calibrated noise keeps the budget, and a hundredth less does not:
// `--epsilon` and `--sigma` agree.
func TestAccountCalibrates(t *testing.T) {
	for _, args := range []string{
		"--mechanism gaussian --steps 30", "--mechanism laplace --steps 5",
		"--mechanism discrete-laplace --sensitivity 2 --steps 3", "--mechanism exponential --steps 4",
		"--mechanism randomised-response --categories 3", "--mechanism gaussian --sampling poisson --q 0.05 --steps 100",
		"--mechanism gaussian --sampling fixed --q 0.05 --steps 100",
	} {
		args = "account --json --delta 1e-6 " + args
		_, stdout, _ := call(t, strings.Fields(args+" --epsilon 1.5")...)
		d := document(t, stdout)
		kept, _ := d["epsilon"].(float64)
		if d["target_epsilon"] != 1.5 || kept > 1.5 || kept < 1.49 {
			t.Errorf("%s: calibrated to %v", args, d)
			continue
		}
		_, stdout, _ = call(t, append(strings.Fields(args), "--sigma", fmt.Sprint(d["sigma"].(float64)*.99))...)
		if e, _ := document(t, stdout)["epsilon"].(float64); e <= 1.5 {
			t.Errorf("%s: a hundredth less noise than %v still costs only %v", args, d["sigma"], e)
		}
	}
}

// A share is written exactly where decimals can, and never below the rate.
func TestShare(t *testing.T) {
	for rate, want := range map[float64][2]int{1: {1, 1}, .01: {1, 100}, .125: {125, 1000}, 1e-5: {1, 100000}} {
		if n, p := share(rate); n != want[0] || p != want[1] {
			t.Errorf("%v is %d of %d, want %v", rate, n, p, want)
		}
	}
	for _, rate := range []float64{1.0 / 3, 128.0 / 31421, math.Nextafter(.5, 1), 1e-17} {
		if n, p := share(rate); float64(n)/float64(p) < rate || n > p || float64(n)/float64(p) > rate+2e-15 {
			t.Errorf("%v is %d of %d", rate, n, p)
		}
	}
}
