// Package booking books rooms.
package booking

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"example.com/reservation/store"
)

// budget is the time that a guest waits for a booking. Three runs of the
// transaction, which are done in memory, two waits of at most 50 ms and one mail
// that may take 500 ms fit into it.
const budget = 800 * time.Millisecond

// ErrTaken says that somebody else has the room.
var ErrTaken = errors.New("room is taken")

// A Mailer tells guests that they have a room.
type Mailer interface {
	// Send sends one mail. Mails with the same key are sent once.
	Send(ctx context.Context, to, text, key string) error
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
// The mail is sent when the booking stands, once, however often the transaction
// had to be run. A mail that cannot be sent does not undo the booking: the guest
// reads of it on the page as well.
func (d *Desk) Book(ctx context.Context, room, night, guest string) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	err := d.db.Serializable(ctx, func(tx *store.Tx) error {
		return reserve(tx, room, night, guest)
	})
	if err != nil {
		return err
	}
	if err := d.mail.Send(ctx, guest, "Room "+room+" is yours on "+night+".", night+"/"+room); err != nil {
		slog.WarnContext(ctx, "booked without a mail", "room", room, "night", night, "error", err)
	}
	return nil
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
