// Package booking books rooms.
package booking

import (
	"context"
	"errors"
	"strconv"
	"time"

	"example.com/reservation/store"
)

// budget is the time that a guest waits for a booking. Three runs of the
// transaction, each with a mail that may take 500 ms, do not fit into it.
const budget = 800 * time.Millisecond

// ErrTaken says that somebody else has the room.
var ErrTaken = errors.New("room is taken")

// A Mailer tells guests that they have a room.
type Mailer interface {
	Send(ctx context.Context, to, text string) error
}

// A Desk books rooms.
type Desk struct {
	db   *store.DB
	mail Mailer
}

// NewDesk returns a desk that keeps its bookings in db.
func NewDesk(db *store.DB, mail Mailer) *Desk { return &Desk{db: db, mail: mail} }

// Book gives a room to a guest for a night.
//
// The mail is sent inside the transaction, and the transaction is run again
// when another one got in its way: the guest gets a mail a run, also when the
// last run fails and there is no booking at all.
func (d *Desk) Book(ctx context.Context, room, night, guest string) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	return d.db.Serializable(ctx, func(tx *store.Tx) error {
		if err := reserve(tx, room, night, guest); err != nil {
			return err
		}
		return d.mail.Send(ctx, guest, "Room "+room+" is yours on "+night+".")
	})
}

// reserve notes the guest of the room and counts the guests of the night,
// which is where bookings of different rooms conflict.
func reserve(tx *store.Tx, room, night, guest string) error {
	place := night + "/" + room
	if tx.Get(place) != "" {
		return ErrTaken
	}
	tx.Put(place, guest)
	guests, _ := strconv.Atoi(tx.Get(night)) // "" counts as none
	tx.Put(night, strconv.Itoa(guests+1))
	return nil
}
