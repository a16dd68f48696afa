package best

import (
	"crypto/sha256"
	"sync"

	"github.com/graphdp/graphdp/accounting"
)

// known caches the answers of all accountants: runs of one plan, as in an audit, ask the same
// questions.
var known cache

// cache holds the last answers; its zero value is empty.
type cache struct {
	mu      sync.Mutex
	answers map[question]*answered
	asked   [mostAnswers]question // ring buffer; the oldest entry is replaced
	next    int
}

const mostAnswers = 4096

// question is a query for ε or δ of an event. Events are equal if their names are equal.
type question struct {
	relation accounting.Relation
	what     string
	event    [sha256.Size]byte // hash of the name, which may be long
	at       float64
}

type answer struct {
	value float64
	by    string
}

// answered is an answer, possibly still to be computed. It is locked during the computation, so
// that concurrent callers with the same question wait for the result.
type answered struct {
	mu sync.Mutex
	answer
	known bool
}

// ask returns the cached answer, or computes and caches it. Errors are not cached.
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

// at returns the entry of a question.
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
