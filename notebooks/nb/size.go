package nb

import (
	"fmt"
	"os"
)

// Small reports whether the notebook should keep its computations small: the
// environment variable GDP_SIZE is "small". It is "full", or unset, for a run
// that is meant to be read; any other value ends the cell as Check does.
func Small() bool {
	switch size := os.Getenv("GDP_SIZE"); size {
	case "small":
		return true
	case "", "full":
		return false
	default:
		fail(fmt.Errorf("nb: GDP_SIZE is %q, want small or full", size), 1)
		return false
	}
}
