package main

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
)

// countingServer is a tool server that fails with the given status and counts
// the requests it gets.
func countingServer(t *testing.T, status int) (url string, requests *atomic.Int64) {
	requests = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

// One question of one customer reaches the failing tool server 27 times.
func TestOneQuestionBecomes27Requests(t *testing.T) {
	url, requests := countingServer(t, http.StatusInternalServerError)
	service := newService(url)

	reply := httptest.NewRecorder()
	service.ServeHTTP(reply, httptest.NewRequest(http.MethodGet, "/charges/42", nil))

	if reply.Code != http.StatusBadGateway {
		t.Errorf("the customer sees %d, want %d", reply.Code, http.StatusBadGateway)
	}
	if got := requests.Load(); got != 27 {
		t.Errorf("the tool server got %d requests, want 27", got)
	}
	t.Attr("requests", strconv.FormatInt(requests.Load(), 10))
}

// A dispute whose reply is lost is filed three times.
func TestOneDisputeIsFiledThreeTimes(t *testing.T) {
	url, requests := countingServer(t, http.StatusBadGateway)
	service := newService(url)

	reply := httptest.NewRecorder()
	service.ServeHTTP(reply, httptest.NewRequest(http.MethodPost, "/charges/42/dispute", nil))

	if got := requests.Load(); got != 3 {
		t.Errorf("the tool server got %d disputes, want 3", got)
	}
	t.Attr("disputes", strconv.FormatInt(requests.Load(), 10))
}
