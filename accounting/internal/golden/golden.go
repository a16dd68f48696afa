package golden

import (
	"encoding/json"
	"os"
	"testing"
)

// Values are what the oracles say; golden.py shows how they were found.
type Values struct {
	Version     string
	Divergences []struct {
		Q, Sigma, Order float64
		Exact           json.Number
		DPAccounting    float64 `json:"dp_accounting"` // 0 where it has no exact value
	}
	Fixed []struct {
		Q, Sigma, Order float64
		DPAccounting    float64 `json:"dp_accounting"`
	}
	Curves []struct {
		Sigma, Q, Delta float64
		Steps           int
		Remove          float64
		Add             *float64 // none where ε is 0 or the integral did not settle
	}
}

// Read reads testdata/golden.json of package accounting.
func Read(t *testing.T, path string) Values {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var v Values
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
