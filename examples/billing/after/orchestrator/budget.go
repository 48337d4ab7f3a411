package orchestrator

import "sync"

// A budget limits the share of retries in the traffic of all requests: while
// the tool server is healthy each failure may be tried again, and when it is
// down for everybody the service does not double its load.
type budget struct {
	mu     sync.Mutex
	tokens float64
}

const (
	// maxTokens allows a burst of retries after a quiet time.
	maxTokens = 10
	// perRequest allows one retry for ten requests in the long run.
	perRequest = 0.1
)

func newBudget() *budget { return &budget{tokens: maxTokens} }

// earn is called once for each request.
func (b *budget) earn() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = min(b.tokens+perRequest, maxTokens)
}

// spend reports whether one more retry is affordable, and pays for it.
func (b *budget) spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}
