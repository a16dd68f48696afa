package method

import (
	"fmt"
	"slices"
)

// Role is what a mode is for, whatever its name. Figures and the board show a mode by it, and
// studies choose by it. The zero Role is invalid.
type Role int

// The roles.
const (
	Strict     Role = iota + 1 // with a guarantee that is proved here
	Published                  // the paper as printed
	AsCoded                    // the authors' code
	Other                      // another way to release
	Control                    // without a part of the method, and at its price: what that part has to beat
	Null                       // knows public facts, and what it pays for, such as a number of edges
	NonPrivate                 // the method without privacy
	Tuned                      // the same with other settings, which were chosen by its utility
)

var roles = [...]string{"invalid role", "strict", "published", "as-coded", "other", "control", "null", "nonprivate", "nonprivate-tuned"}

// Valid reports whether the role is one of the constants.
func (r Role) Valid() bool { return r >= Strict && r <= Tuned }

// String returns the name of the role.
func (r Role) String() string {
	if !r.Valid() {
		return roles[0]
	}
	return roles[r]
}

// MarshalText implements [encoding.TextMarshaler].
func (r Role) MarshalText() ([]byte, error) {
	if !r.Valid() {
		return nil, fmt.Errorf("method: role %d", int(r))
	}
	return []byte(r.String()), nil
}

// UnmarshalText implements [encoding.TextUnmarshaler].
func (r *Role) UnmarshalText(text []byte) error {
	at := slices.Index(roles[:], string(text))
	if at < 1 {
		return fmt.Errorf("method: no role %q", text)
	}
	*r = Role(at)
	return nil
}
