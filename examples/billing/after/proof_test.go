package main

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
)

// A toolServer fails with a status and remembers the requests it gets.
type toolServer struct {
	status int

	mu   sync.Mutex
	keys []string // the idempotency key of each request
}

func (s *toolServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keys = append(s.keys, r.Header.Get("Idempotency-Key"))
	w.WriteHeader(s.status)
}

// serve sends one request of a customer to the service in front of a tool
// server, and returns the reply.
func serve(t *testing.T, tools *toolServer, method, path string) *httptest.ResponseRecorder {
	server := httptest.NewServer(tools)
	t.Cleanup(server.Close)
	reply := httptest.NewRecorder()
	newService(server.URL).ServeHTTP(reply, httptest.NewRequest(method, path, nil))
	return reply
}

// One question of one customer reaches the failing tool server twice.
func TestOneQuestionBecomesTwoRequests(t *testing.T) {
	tools := &toolServer{status: http.StatusInternalServerError}
	reply := serve(t, tools, http.MethodGet, "/charges/42")

	if reply.Code != http.StatusBadGateway {
		t.Errorf("the customer sees %d, want %d", reply.Code, http.StatusBadGateway)
	}
	if len(tools.keys) != 2 {
		t.Errorf("the tool server got %d requests, want 2", len(tools.keys))
	}
	t.Attr("requests", strconv.Itoa(len(tools.keys)))
}

// A tool server that asks its callers to back off is left alone, and the
// customer is told so.
func TestOverloadIsPassedOn(t *testing.T) {
	tools := &toolServer{status: http.StatusServiceUnavailable}
	reply := serve(t, tools, http.MethodGet, "/charges/42")

	if len(tools.keys) != 1 {
		t.Errorf("the overloaded tool server got %d requests, want 1", len(tools.keys))
	}
	if reply.Code != http.StatusServiceUnavailable || reply.Header().Get("Retry-After") == "" {
		t.Errorf("the customer sees %d, Retry-After %q", reply.Code, reply.Header().Get("Retry-After"))
	}
}

// Both attempts of a dispute carry the same key; another dispute has another.
func TestBothAttemptsCarryOneKey(t *testing.T) {
	tools := &toolServer{status: http.StatusBadGateway}
	serve(t, tools, http.MethodPost, "/charges/42/dispute")
	serve(t, tools, http.MethodPost, "/charges/42/dispute")

	if len(tools.keys) != 4 {
		t.Fatalf("the tool server got %d disputes, want 2 of 2 attempts each", len(tools.keys))
	}
	if k := tools.keys; k[0] == "" || k[0] != k[1] || k[2] != k[3] || k[0] == k[2] {
		t.Errorf("keys are %q, want one a dispute", k)
	}
}

// When every request fails, the budget keeps retries from doubling the load.
func TestBudgetLimitsRetries(t *testing.T) {
	tools := &toolServer{status: http.StatusInternalServerError}
	server := httptest.NewServer(tools)
	defer server.Close()
	service := newService(server.URL)

	const customers = 50
	var all sync.WaitGroup
	for range customers {
		all.Go(func() {
			service.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/charges/42", nil))
		})
	}
	all.Wait()
	if got := len(tools.keys); got > customers+customers/3 {
		t.Errorf("%d questions became %d requests", customers, got)
	}
}
