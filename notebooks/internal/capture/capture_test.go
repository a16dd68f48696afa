package capture

import (
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
)

func TestRunRecords(t *testing.T) {
	Add(Output{Text: "before"})
	shown, err := Run(func() {
		if !Recording() {
			t.Error("not recording while a cell runs")
		}
		var group sync.WaitGroup
		for range 100 {
			group.Go(func() { Add(Output{Text: "x"}) })
		}
		group.Wait()
	})
	Add(Output{Text: "after"})
	if err != nil || len(shown) != 100 || shown[0].String() != "x" {
		t.Errorf("%d outputs, %v, want 100 and no error", len(shown), err)
	}
	if Recording() {
		t.Error("recording after the cell")
	}
}

// A cell that panics fails, and its earlier output is preserved.
func TestRunRecovers(t *testing.T) {
	shown, err := Run(func() {
		Add(Output{Text: "x"})
		panic(&Failure{Err: io.ErrUnexpectedEOF, Where: "tour.go:7"})
	})
	if !errors.Is(err, io.ErrUnexpectedEOF) || err.Error() != "tour.go:7: unexpected EOF" || len(shown) != 1 {
		t.Errorf("%v, %d outputs, want the failure and 1", err, len(shown))
	}
	_, err = Run(func() { panic("out of cheese") })
	if err == nil || !strings.Contains(err.Error(), "out of cheese") || !strings.Contains(err.Error(), "TestRunRecovers") {
		t.Errorf("%v, want the panic's value and its stack", err)
	}
	if shown, err := Run(func() {}); err != nil || len(shown) != 0 {
		t.Errorf("the next cell: %v, %v", shown, err)
	}
}
