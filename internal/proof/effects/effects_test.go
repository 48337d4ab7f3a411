package effects_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/retryvet/retryvet/internal/proof/effects"
	"github.com/retryvet/retryvet/internal/proof/report"
)

// TestEffects runs programs that repeat what they send, against a server that
// carries out what it is sent and answers that it failed. What was done twice, the
// keys that changed and the bodies that were lost on the way must be what retryvet
// reports of the same file, no more and no less.
func TestEffects(t *testing.T) {
	said := report.Categories(t, "idempotency")
	for name, run := range map[string]func(*http.Client, string) error{
		"loop": effects.Loop, "keyonce": effects.KeyOnce, "keyanew": effects.KeyAnew,
		"bodyonce": effects.BodyOnce, "requestonce": effects.RequestOnce, "bodyagain": effects.BodyAgain, "form": effects.Form,
		"helper": effects.Helper, "outer": effects.Outer, "avast": effects.Avast, "cenkalti": effects.Cenkalti,
		"retryablehttp": effects.Retryablehttp, "retryablekey": effects.RetryableKey,
		"transport": effects.Transport, "reading": effects.Reading, "get": effects.Get,
		"queue": effects.Queue, "queuekey": effects.QueueKey,
	} {
		t.Run(name, func(t *testing.T) {
			done := record(t, run)
			got, want := strings.Join(done.faults(), " "), strings.Join(said[name+".go"], " ")
			if got != want {
				t.Errorf("seen: %q, reported: %q; %+v", got, want, done)
			}
		})
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// A sent is one request as the server got it. Whole says that its body came to
// an end.
type sent struct {
	method, key, body string
	whole             bool
}

// A log is what one program sent, and how often it tried.
type log struct {
	sent  []sent
	tries int
}

// record runs a program against a server that fails all that it is sent.
func record(t *testing.T, run func(*http.Client, string) error) *log {
	var mu sync.Mutex
	done := &log{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		mu.Lock()
		done.sent = append(done.sent, sent{r.Method, keyOf(r, body), string(body), err == nil})
		mu.Unlock()
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer server.Close()
	// On a connection that stays open net/http may get a body again that is used up:
	// what was lost with the connection, it does not.
	server.Config.SetKeepAlivesEnabled(false)
	client := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		mu.Lock()
		done.tries++
		mu.Unlock()
		return http.DefaultTransport.RoundTrip(r)
	})}
	if err := run(client, server.URL); err != nil {
		t.Logf("in the end: %v", err)
	}
	server.Close()
	return done
}

// keyOf returns the key of a request: in its header, or in the message that a
// queue is sent.
func keyOf(r *http.Request, body []byte) string {
	if key := r.Header.Get("Idempotency-Key"); key != "" {
		return key
	}
	var message struct{ MessageDeduplicationId string }
	if json.Unmarshal(body, &message) != nil {
		return ""
	}
	return message.MessageDeduplicationId
}

// faults lists what went wrong, by the categories of retryvet: an effect without a
// key that the server saw again, one with another key each time, and attempts
// that had nothing left to send.
func (l *log) faults() []string {
	found := make(map[string]bool)
	for i, s := range l.sent {
		if i == 0 {
			continue
		}
		first := l.sent[0]
		does := s.method == http.MethodPost || s.method == http.MethodPatch
		switch {
		case does && s.key == "":
			found["write"] = true
		case does && s.key != first.key:
			found["key"] = true
		}
		if first.body != "" && (s.body == "" || !s.whole) {
			found["body"] = true
		}
	}
	if len(l.sent) < l.tries {
		found["body"] = true // it could not be sent
	}
	var out []string
	for _, category := range []string{"body", "key", "write"} {
		if found[category] {
			out = append(out, category)
		}
	}
	return out
}
