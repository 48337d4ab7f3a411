package main

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
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

// One question reaches the service that is down 27 times.
func TestOneQuestionBecomes27Requests(t *testing.T) {
	url, requests := countingServer(t, http.StatusServiceUnavailable)

	if _, err := newClient(url).Summary(t.Context(), "contract"); err == nil {
		t.Error("a service that is down gave a summary")
	}
	if got := requests.Load(); got != 27 {
		t.Errorf("the service got %d requests, want 27", got)
	}
	t.Attr("requests", strconv.FormatInt(requests.Load(), 10))
}

// What cannot get better is not repeated.
func TestMissingDocumentIsAskedForOnce(t *testing.T) {
	url, requests := countingServer(t, http.StatusNotFound)

	if _, err := newClient(url).Summary(t.Context(), "nothing"); err == nil {
		t.Error("a missing document has a summary")
	}
	if got := requests.Load(); got != 1 {
		t.Errorf("the service got %d requests, want 1", got)
	}
}
