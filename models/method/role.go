package method

import (
	"fmt"
	"slices"
)

// Role is the purpose of a mode. Figures and the board choose colours by role, and studies choose
// modes. The zero Role is invalid.
type Role int

// The roles.
const (
	Strict     Role = iota + 1 // guarantee proved by this project
	Published                  // the paper's algorithm
	AsCoded                    // the authors' code
	Other                      // another variant
	Control                    // the method without one of its parts, at the same cost
	Null                       // reads public facts, and a few paid numbers such as the edge count
	NonPrivate                 // the method without privacy
	Tuned                      // without privacy, with settings chosen by utility
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
