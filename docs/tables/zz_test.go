package main

import (
	"os"
	"strings"
	"testing"

	"github.com/graphdp/graphdp/models"
	"github.com/graphdp/graphdp/models/eval/advise"
	"github.com/graphdp/graphdp/models/eval/board"
	"github.com/graphdp/graphdp/models/eval/trial"
)

func TestZZ(t *testing.T) {
	f := &facts{methods: models.Methods()}
	stores, err := trial.ReadCheckout("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stores {
		f.runs = append(f.runs, s.Results...)
	}
	t.Log("read", len(f.runs))
	for _, p := range strings.Fields(os.Getenv("PAGES")) {
		if strings.Contains(p, "choosing") {
			if f.board, err = board.Of(stores, f.methods); err != nil {
				t.Fatal(err)
			}
			f.advice = advise.Of(f.board)
		}
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		s, err := f.fill(string(text), "../")
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		os.WriteFile(p, []byte(s), 0o644)
	}
}
