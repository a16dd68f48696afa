package best

import (
	"crypto/sha256"
	"sync"

	"github.com/graphdp/graphdp/accounting"
)

// known are the last answers of all accountants: runs of one plan, such as those of an audit, ask the
// same questions.
var known cache

// cache remembers the last answers; its zero value is empty.
type cache struct {
	mu      sync.Mutex
	answers map[question]answer
	asked   [mostAnswers]question // a ring; the oldest gives way
	next    int
}

const mostAnswers = 4096

// question is what was asked, of which event and at which ε or δ. Events with
// different names are different, and with the same name the same.
type question struct {
	relation accounting.Relation
	what     string
	event    [sha256.Size]byte // of its name, which may be long
	at       float64
}

type answer struct {
	value float64
	by    string
}

// ask returns the answer known, or finds and remembers it. Errors are not
// remembered.
func (c *cache) ask(r accounting.Relation, what string, e accounting.Event, at float64, find func() (answer, error)) (answer, error) {
	if err := accounting.Validate(e); err != nil {
		return answer{}, err
	}
	q := question{r, what, sha256.Sum256([]byte(e.String())), at}
	c.mu.Lock()
	x, known := c.answers[q]
	c.mu.Unlock()
	if known {
		return x, nil
	}
	x, err := find()
	if err != nil {
		return x, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers == nil {
		c.answers = make(map[question]answer)
	}
	if _, known := c.answers[q]; !known {
		delete(c.answers, c.asked[c.next])
		c.asked[c.next], c.answers[q] = q, x
		c.next = (c.next + 1) % mostAnswers
	}
	return x, nil
}
