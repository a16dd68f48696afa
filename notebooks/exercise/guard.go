package exercise

import (
	"fmt"
	"math"
	"runtime"
	"time"
)

// Blank marks a missing answer.
const Blank = math.MaxFloat64

// patience is the time limit of a check, and most the limit of its additional memory in bytes.
var (
	patience        = time.Minute
	most     uint64 = 1 << 30
)

// judged runs a check of an exercise. The answer may panic, or never return.
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
	v := awaited(done)
	v.Exercise = exercise
	return v
}

// awaited returns the verdict of a check, or one on an answer that exceeds the limits of time or
// memory.
func awaited(done <-chan Verdict) Verdict {
	end, look := time.After(patience), time.NewTicker(50*time.Millisecond)
	defer look.Stop()
	before := held()
	for {
		select {
		case v := <-done:
			return v
		case <-end:
			return Verdict{State: Failed, Says: fmt.Sprintf("no result after %v: does a loop in your answer ever end?", patience)}
		case <-look.C:
			if held() > before+most {
				runtime.GC() // garbage does not count
			}
			if held() > before+most {
				return Verdict{State: Failed, Says: fmt.Sprintf("the answer takes more than %d MiB of memory: does a list in it grow without end?", most>>20)}
			}
		}
	}
}

// held returns the size of the heap in bytes.
func held() uint64 {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	return now.HeapAlloc
}

// unusable returns a verdict on a missing answer, or on one that is not a finite number.
func unusable(x float64) (v Verdict, ok bool) {
	switch {
	case x == Blank:
		return Verdict{State: Missing}, true
	case math.IsNaN(x) || math.IsInf(x, 0):
		return Verdict{State: Failed, Says: fmt.Sprintf("the answer is %v, which is not a finite number", x)}, true
	}
	return Verdict{}, false
}

// wrong returns a verdict on a refuted answer.
func wrong(format string, args ...any) Verdict {
	return Verdict{State: Wrong, Says: fmt.Sprintf(format, args...)}
}

// failed returns a verdict on an answer that could not be judged.
func failed(err error) Verdict { return Verdict{State: Failed, Says: err.Error()} }
