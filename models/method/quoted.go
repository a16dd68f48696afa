package method

import "fmt"

// Quoted is a number that a paper printed.
type Quoted struct {
	Table    string // such as "Table 4"
	Protocol string
	Method   string // as the paper calls it
	Data     string
	Value    string // such as "AUC"
	Epsilon  float64
	Variant  string
	Mean     float64
	SD       float64 // 0: not printed
}

// String writes mean (SD), as tables do.
func (q Quoted) String() string {
	if q.SD == 0 {
		return fmt.Sprintf("%.4f", q.Mean)
	}
	return fmt.Sprintf("%.4f (%.4f)", q.Mean, q.SD)
}
