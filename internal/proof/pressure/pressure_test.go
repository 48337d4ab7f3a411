package pressure_test

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/internal/proof/pressure"
	"github.com/retryvet/retryvet/internal/proof/report"
)

// TestPressure runs programs that repeat requests, in virtual time, against a
// server that has too much to do and says how long to wait. What the gaps between
// the requests show must be what retryvet reports of the same file: a request that
// is sent again at once, or after a time that has nothing to do with what the
// server said, unless it waits longer each time, randomly, and not for ever.
func TestPressure(t *testing.T) {
	said := report.Categories(t, "overload")
	for name, run := range map[string]func(context.Context, *http.Client) error{
		"atonce": pressure.AtOnce, "short": pressure.Short, "fixed": pressure.Fixed, "asks": pressure.Asks,
		"asksone": pressure.AsksOne, "patient": pressure.Patient, "grows": pressure.Grows, "predicate": pressure.Predicate,
		"avast": pressure.Avast, "retryablehttp": pressure.Retryablehttp, "refuses": pressure.Refuses,
		"budget": pressure.Budget, "goto": pressure.Goto,
	} {
		t.Run(name, func(t *testing.T) {
			var seen []string
			for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
				if fault := answerTo(t, status, run); fault != "" {
					seen = append(seen, fault)
				}
			}
			slices.Sort(seen)
			want := slices.DeleteFunc(said[name+".go"], func(c string) bool { return c != "retried" && c != "retryafter" })
			if got, want := strings.Join(slices.Compact(seen), " "), strings.Join(want, " "); got != want {
				t.Errorf("seen: %q, reported: %q", got, want)
			}
		})
	}
}

const (
	soon  = 100 * time.Millisecond
	shown = 7 * time.Second // what the server asks for
	other = 40 * time.Second
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// answerTo returns the category of what a program does with a status, "" when it
// is nothing to report.
func answerTo(t *testing.T, status int, run func(context.Context, *http.Client) error) string {
	first, again := gaps(t, status, shown, run), gaps(t, status, shown, run)
	longer := gaps(t, status, other, run)
	switch {
	case len(first) == 0:
		return "" // it gives up
	case slices.Min(first) < soon && !heldBack(t, status, run):
		return "retried"
	case slices.Min(first) < soon, slices.Min(first) >= shown && slices.Min(longer) >= other:
		return ""
	case !slices.Equal(first, again) && slices.IsSorted(first):
		return "" // random, and longer each time
	}
	return "retryafter"
}

// heldBack reports whether a program stops repeating when it has done so too
// often, in other runs as well.
func heldBack(t *testing.T, status int, run func(context.Context, *http.Client) error) bool {
	for range 20 {
		if len(gaps(t, status, shown, run)) == 0 {
			return true
		}
	}
	return false
}

// gaps returns the times between the requests of a program that is refused.
func gaps(t *testing.T, status int, wait time.Duration, run func(context.Context, *http.Client) error) []time.Duration {
	t.Helper()
	var out []time.Duration
	synctest.Test(t, func(t *testing.T) {
		var last time.Time
		client := &http.Client{Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
			if now := time.Now(); last.IsZero() {
				last = now
			} else {
				out = append(out, now.Sub(last))
				last = now
			}
			header := http.Header{"Retry-After": {strconv.Itoa(int(wait / time.Second))}}
			return &http.Response{StatusCode: status, Header: header, Body: http.NoBody, Request: req}, nil
		})}
		_ = run(t.Context(), client) // it fails, always
	})
	return out
}
