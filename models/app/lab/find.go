package lab

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	"github.com/graphdp/graphdp/data/file"
)

// Module is the path of the module whose checkout holds the notebooks.
const Module = "github.com/graphdp/graphdp"

var moduleLine = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)

// Find returns the root of the checkout that holds dir: the nearest folder at
// or above it whose go.mod is [Module]'s.
func Find(dir string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("lab: %w", err)
	}
	for root := start; ; root = filepath.Dir(root) {
		text, err := file.Read(filepath.Join(root, "go.mod"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", fmt.Errorf("lab: %w", err)
		}
		if m := moduleLine.FindSubmatch(text); m != nil && string(m[1]) == Module {
			return root, nil
		}
		if root == filepath.Dir(root) {
			return "", &Problem{
				Step:  "looking for the notebooks",
				Cause: fmt.Sprintf("%s is not inside a checkout of %s", start, Module),
				Fix:   "change into the folder that `git clone` made, and run the same command there",
			}
		}
	}
}
