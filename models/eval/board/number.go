package board

import (
	"math"
	"strconv"
)

// Number is a float64 of six significant digits, which may be NaN or infinite: in JSON, these
// are null and a text.
type Number float64

// MarshalJSON implements [json.Marshaler].
func (x Number) MarshalJSON() ([]byte, error) {
	switch v := float64(x); {
	case math.IsNaN(v):
		return []byte("null"), nil
	case math.IsInf(v, 1):
		return []byte(`"∞"`), nil
	case math.IsInf(v, -1):
		return []byte(`"-∞"`), nil
	default:
		v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
		return strconv.AppendFloat(nil, v, 'g', -1, 64), err
	}
}

// UnmarshalJSON implements [json.Unmarshaler].
func (x *Number) UnmarshalJSON(text []byte) (err error) {
	switch string(text) {
	case "null":
		*x = Number(math.NaN())
	case `"∞"`:
		*x = Number(math.Inf(1))
	case `"-∞"`:
		*x = Number(math.Inf(-1))
	default:
		var v float64
		v, err = strconv.ParseFloat(string(text), 64)
		*x = Number(v)
	}
	return err
}
