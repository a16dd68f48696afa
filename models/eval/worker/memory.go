package worker

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/graphdp/graphdp/data/file"
)

// forgetPeak resets the system's measurement of this process's peak memory.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) } // Linux only

// peak returns this process's peak memory in bytes since [forgetPeak], or 0 if unknown.
func peak() int64 {
	status, err := file.Read("/proc/self/status")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kb, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return 0
	}
	return kb << 10
}

// units are the units of [Bytes].
var units = []struct {
	name  string
	bytes float64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}}

// leastMemory is the memory that a process needs to start.
const leastMemory = 256 << 20

// Bytes parses an amount of memory, such as 4GiB or 500MB.
func Bytes(text string) (int64, error) {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.name)
		if !ok {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x > 0 && x*u.bytes < 1<<62) {
			break
		}
		if x*u.bytes < leastMemory {
			return 0, fmt.Errorf("worker: %s of memory is too little for a process; want 256MiB at least", text)
		}
		return int64(x * u.bytes), nil
	}
	return 0, fmt.Errorf("worker: %q is not an amount of memory; want one such as 4GiB or 500MB", text)
}
