package backend

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/graphdp/graphdp/data/file"
)

// keptFile returns the file that stores measurements, in the user's cache folder.
func keptFile() (string, error) {
	cache, err := os.UserCacheDir()
	return filepath.Join(cache, "graphdp", "backends.json"), err
}

// place identifies a measurement: a backend, in a binary, on a machine.
func (c Choice) place() string {
	host, _ := os.Hostname() // without a name all machines count as one
	name := c.config()
	if c.Name == kernels {
		name = kernels
	}
	return fmt.Sprintf("%s, %s, SIMD %v, %s of %d cores", name, runtime.Version(), SIMD, host, runtime.NumCPU())
}

// kept returns the stored measurements, none if the file cannot be read.
func kept() map[string]Speed {
	speeds := map[string]Speed{}
	if path, err := keptFile(); err == nil {
		if text, err := file.Read(path); err == nil {
			_ = json.Unmarshal(text, &speeds)
		}
	}
	return speeds
}

// Keep stores a measurement of this machine for [Choose].
func Keep(c Choice, s Speed) error {
	path, err := keptFile()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o777)
	}
	if err != nil {
		return fmt.Errorf("backend: %w", err)
	}
	speeds := kept()
	speeds[c.place()] = s
	return file.Write(path, 0o666, func(w io.Writer) error { return json.NewEncoder(w).Encode(speeds) })
}

// slower reports whether the backend was measured to be slower than pure Go, in both the product
// and the training step.
func (c Choice) slower() bool {
	speeds := kept()
	x, measured := speeds[c.place()]
	plain, both := speeds[Choice{Name: "go"}.place()]
	return measured && both && plain.Product < x.Product && plain.Step < x.Step
}

// behindKernels reports whether the kernels train faster than the backend. Without measurements
// they are assumed to be faster than pure Go only.
func (c Choice) behindKernels() bool {
	speeds := kept()
	x, measured := speeds[c.place()]
	own, both := speeds[Choice{Name: kernels}.place()]
	if !measured || !both {
		return c.Name == "go"
	}
	return own.Step < x.Step
}
