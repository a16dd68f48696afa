package best

import (
	"crypto/sha256"
	"sync"

	"github.com/graphdp/graphdp/accounting"
)

// known are the last answers of all accountants: runs of one plan, such as those of an audit, ask
// the same questions.
var known cache

// cache remembers the last answers; its zero value is empty.
type cache struct {
	mu      sync.Mutex
	answers map[question]*answered
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

// answered is an answer once it is known. It is locked while one who asked finds it, so that others
// who ask the same meanwhile wait, and do not find it again.
type answered struct {
	mu sync.Mutex
	answer
	known bool
}

// ask returns the answer known, or finds and remembers it. Errors are not
// remembered.
func (c *cache) ask(r accounting.Relation, what string, e accounting.Event, at float64, find func() (answer, error)) (x answer, err error) {
	if err := accounting.Validate(e); err != nil {
		return x, err
	}
	a := c.at(question{r, what, sha256.Sum256([]byte(e.String())), at})
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known {
		return a.answer, nil
	}
	x, err = find()
	a.answer, a.known = x, err == nil
	return x, err
}

// at returns the place of an answer.
func (c *cache) at(q question) *answered {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := c.answers[q]
	if a == nil {
		if c.answers == nil {
			c.answers = make(map[question]*answered)
		}
		a = new(answered)
		delete(c.answers, c.asked[c.next])
		c.asked[c.next], c.answers[q] = q, a
		c.next = (c.next + 1) % mostAnswers
	}
	return a
}
