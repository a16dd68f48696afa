package exercise

import (
	"fmt"
	"math"
	"time"
)

// Blank stands where an answer is missing.
const Blank = math.MaxFloat64

// patience is how long a check may take.
var patience = time.Minute

// judged runs a check of the answer to an exercise, which may panic or not end.
func judged(exercise string, check func() Verdict) Verdict {
	done := make(chan Verdict, 1)
	go func() {
		v := Verdict{State: Failed, Says: "the answer ends its goroutine before it returns"} // runtime.Goexit
		defer func() {
			if p := recover(); p != nil {
				v = Verdict{State: Failed, Says: fmt.Sprintf("the answer panics: %v", p)}
			}
			done <- v
		}()
		v = check()
	}()
	var v Verdict
	select {
	case v = <-done:
	case <-time.After(patience):
		v = Verdict{State: Failed, Says: fmt.Sprintf("no end after %v: does a loop of the answer end?", patience)}
	}
	v.Exercise = exercise
	return v
}

// unusable reports an answer that is missing, or that is no number.
func unusable(x float64) (v Verdict, ok bool) {
	switch {
	case x == Blank:
		return Verdict{State: Missing}, true
	case math.IsNaN(x) || math.IsInf(x, 0):
		return Verdict{State: Failed, Says: fmt.Sprintf("the answer is %v, which is no number", x)}, true
	}
	return Verdict{}, false
}

// wrong is a verdict on an answer that is refuted.
func wrong(format string, args ...any) Verdict {
	return Verdict{State: Wrong, Says: fmt.Sprintf(format, args...)}
}

// failed is a verdict on what could not be judged.
func failed(err error) Verdict { return Verdict{State: Failed, Says: err.Error()} }
