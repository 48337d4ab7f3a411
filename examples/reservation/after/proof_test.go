package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"example.com/reservation/store"
)

// Guests who book different rooms of one night at the same moment get in each
// other's way. Each of them ends with a booking and exactly one mail, or with
// neither.
func TestOneMailForEachBooking(t *testing.T) {
	var mu sync.Mutex
	mails := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		mails[r.FormValue("to")]++
	}))
	defer server.Close()
	service := newService(store.New(), server.URL)

	const guests = 20
	replies := make([]int, guests)
	var all sync.WaitGroup
	for guest := range guests {
		all.Go(func() {
			reply := httptest.NewRecorder()
			path := "/rooms/" + strconv.Itoa(guest) + "/2030-05-01?guest=" + strconv.Itoa(guest)
			service.ServeHTTP(reply, httptest.NewRequest(http.MethodPost, path, nil))
			replies[guest] = reply.Code
		})
	}
	all.Wait()
	for guest, code := range replies {
		want := 0
		if code == http.StatusCreated {
			want = 1
		}
		if got := mails[strconv.Itoa(guest)]; got != want {
			t.Errorf("guest %d sees %d and got %d mails, want %d", guest, code, got, want)
		}
	}
}

// A transaction that always conflicts runs three times. That does no harm any
// more: the runs are done in memory and leave nothing behind.
func TestTransactionRunsThreeTimes(t *testing.T) {
	db := store.New()
	runs := 0
	err := db.Serializable(t.Context(), func(tx *store.Tx) error {
		runs++
		tx.Get("2030-05-01")
		tx.Put("2030-05-01", "ann")
		return db.Serializable(t.Context(), func(other *store.Tx) error {
			other.Put("2030-05-01", "bob")
			return nil
		})
	})
	if !errors.Is(err, store.ErrConflict) || runs != 3 {
		t.Errorf("%d runs ended with %v, want 3 and a conflict", runs, err)
	}
	t.Attr("runs", strconv.Itoa(runs))
}

// A mail service that is down does not undo a booking, and is asked once.
func TestBookingStandsWithoutMail(t *testing.T) {
	mails := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		mails++
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()

	reply := httptest.NewRecorder()
	newService(store.New(), server.URL).ServeHTTP(reply,
		httptest.NewRequest(http.MethodPost, "/rooms/101/2030-05-01?guest=ann", nil))
	if reply.Code != http.StatusCreated || mails != 1 {
		t.Errorf("the guest sees %d after %d mails, want %d after 1", reply.Code, mails, http.StatusCreated)
	}
	t.Attr("mails", strconv.Itoa(mails))
}
