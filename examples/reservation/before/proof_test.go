package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"example.com/reservation/booking"
	"example.com/reservation/mail"
	"example.com/reservation/store"
)

// A mailService counts the mails it is asked to send, and while it does so
// somebody else books another room of the same night.
type mailService struct {
	db    *store.DB
	mails int
}

func (s *mailService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mails++
	err := s.db.Serializable(r.Context(), func(tx *store.Tx) error {
		tx.Put("2030-05-01", strconv.Itoa(s.mails))
		return nil
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// One booking that meets conflicts sends three mails, and fails all the same.
func TestOneBookingSendsThreeMails(t *testing.T) {
	mails := &mailService{db: store.New()}
	server := httptest.NewServer(mails)
	defer server.Close()
	service := newService(mails.db, server.URL)

	reply := httptest.NewRecorder()
	service.ServeHTTP(reply, httptest.NewRequest(http.MethodPost, "/rooms/101/2030-05-01?guest=ann@example.com", nil))

	if reply.Code != http.StatusInternalServerError {
		t.Errorf("the guest sees %d, want %d", reply.Code, http.StatusInternalServerError)
	}
	if mails.mails != 3 {
		t.Errorf("%d mails were sent, want 3", mails.mails)
	}
	t.Attr("mails", strconv.Itoa(mails.mails))
}

// Without conflicts all is well, which is why nobody noticed.
func TestQuietNightSendsOneMail(t *testing.T) {
	mails := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { mails++ }))
	defer server.Close()
	desk := booking.NewDesk(store.New(), mail.New(server.URL))

	for room := range 3 {
		if err := desk.Book(t.Context(), fmt.Sprint(room), "2030-05-01", "ann@example.com"); err != nil {
			t.Fatal(err)
		}
	}
	if mails != 3 {
		t.Errorf("3 bookings sent %d mails", mails)
	}
	if err := desk.Book(t.Context(), "0", "2030-05-01", "bob@example.com"); err != booking.ErrTaken {
		t.Errorf("a room was given away twice: %v", err)
	}
}
