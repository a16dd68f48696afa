package nb

import (
	"fmt"
	"os"
)

// Small reports whether the notebook should keep its computations small: the
// environment variable GDP_SIZE is "small". It is "full", or unset, for a run
// that is meant to be read, and "kept" for one that makes no trials; any other
// value ends the cell as Check does.
func Small() bool { return size() == "small" }

// Kept reports whether the notebook should show trials that are kept and make none.
func Kept() bool { return size() == "kept" }

func size() string {
	switch size := os.Getenv("GDP_SIZE"); size {
	case "small", "", "full", "kept":
		return size
	default:
		fail(fmt.Errorf("nb: GDP_SIZE is %q, want small, full or kept", size), 2)
		return ""
	}
}
