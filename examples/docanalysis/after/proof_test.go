package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"

	"example.com/docanalysis/broker"
)

// countingServer is an analysis service that fails with the given status and
// counts the requests it gets.
func countingServer(t *testing.T, status int) (url string, requests *atomic.Int64) {
	requests = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests.Add(1)
		w.WriteHeader(status)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

// One question reaches the failing service twice.
func TestOneQuestionBecomesTwoRequests(t *testing.T) {
	url, requests := countingServer(t, http.StatusInternalServerError)

	if _, err := newClient(url).Summary(t.Context(), "contract"); err == nil {
		t.Error("a failing service gave a summary")
	}
	if got := requests.Load(); got != 2 {
		t.Errorf("the service got %d requests, want 2", got)
	}
	t.Attr("requests", strconv.FormatInt(requests.Load(), 10))
}

// A service that asks its callers to back off is left alone, and they learn it.
func TestOverloadIsPassedOn(t *testing.T) {
	url, requests := countingServer(t, http.StatusServiceUnavailable)

	if _, err := newClient(url).Summary(t.Context(), "contract"); !errors.Is(err, broker.ErrOverloaded) {
		t.Errorf("the caller learns %v, want %v", err, broker.ErrOverloaded)
	}
	if got := requests.Load(); got != 1 {
		t.Errorf("the overloaded service got %d requests, want 1", got)
	}
}
