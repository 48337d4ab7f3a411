// Command reservation books hotel rooms.
package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"time"

	"example.com/reservation/booking"
	"example.com/reservation/mail"
	"example.com/reservation/store"
)

func main() {
	server := &http.Server{
		Addr:              ":8080",
		Handler:           newService(store.New(), os.Getenv("MAIL_URL")),
		ReadHeaderTimeout: 5 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}

// newService returns the handler that books rooms.
func newService(db *store.DB, mailURL string) http.Handler {
	desk := booking.NewDesk(db, mail.New(mailURL))
	mux := http.NewServeMux()
	mux.HandleFunc("POST /rooms/{room}/{night}", func(w http.ResponseWriter, r *http.Request) {
		err := desk.Book(r.Context(), r.PathValue("room"), r.PathValue("night"), r.FormValue("guest"))
		switch {
		case errors.Is(err, booking.ErrTaken):
			http.Error(w, err.Error(), http.StatusConflict)
		case err != nil:
			http.Error(w, err.Error(), http.StatusInternalServerError)
		default:
			w.WriteHeader(http.StatusCreated)
		}
	})
	return mux
}
