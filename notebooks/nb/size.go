package nb

import (
	"fmt"
	"os"
)

// Small reports whether the environment variable GDP_SIZE asks for small computations. Its values
// are "small", "full" (the default) and "kept": see the package comment. Any other value ends the
// cell as Check does.
func Small() bool { return size() == "small" }

// Kept reports whether the notebook may show stored trials but make none.
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
