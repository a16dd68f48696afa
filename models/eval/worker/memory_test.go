package worker

import "testing"

func TestBytes(t *testing.T) {
	for text, want := range map[string]int64{"4GiB": 4 << 30, "500MB": 500e6, "0.5G": 1 << 29, "1 TiB": 1 << 40} {
		if got, err := Bytes(text); err != nil || got != want {
			t.Errorf("%s is %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "4", "GiB", "-1GiB", "NaNGiB", "1e30TiB", "1MiB", "4 gigs"} {
		if got, err := Bytes(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
}
