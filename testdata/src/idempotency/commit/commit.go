// Package commit has effects in transactions whose commit is repeated.
package commit

import (
	"context"
	"database/sql"
	"errors"
	"net/smtp"
	"time"
)

var errConflict = errors.New("conflict")

// inTx runs fn again when what it did cannot be committed.
func inTx(ctx context.Context, db *sql.DB, fn func(*sql.Tx) error) error {
	for i := 0; i < 3; i++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			tx.Rollback()
			return err
		}
		if err := tx.Commit(); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errConflict
}

// once does not.
func once(ctx context.Context, db *sql.DB, fn func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

func mail(to string) error {
	return smtp.SendMail("localhost:25", nil, "a@example.com", []string{to}, nil)
}

func Book(ctx context.Context, db *sql.DB, guest string) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest); err != nil {
			return err
		}
		return smtp.SendMail("localhost:25", nil, "a@example.com", []string{guest}, nil) // want `mail \(smtp.SendMail\) inside a transaction that is run up to 3 times: .*, by the retry in inTx \(commit.go:16\)`
	})
}

func BookOnce(ctx context.Context, db *sql.DB, guest string) error {
	return once(ctx, db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest); err != nil {
			return err
		}
		return mail(guest)
	})
}

// The mail is sent when all is committed.
func BookFirst(ctx context.Context, db *sql.DB, guest string) error {
	err := inTx(ctx, db, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest)
		return err
	})
	if err != nil {
		return err
	}
	return mail(guest)
}

// Nobody hears of a goroutine, but it runs each time.
func BookLater(ctx context.Context, db *sql.DB, guest string) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		go smtp.SendMail("localhost:25", nil, "a@example.com", []string{guest}, nil) // want `mail \(smtp.SendMail\) inside a transaction that is run up to 3 times`
		_, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest)
		return err
	})
}

func BookCounted(ctx context.Context, db *sql.DB, guests []string) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		sum := make(chan int)
		go func() {
			n := 0
			for _, g := range guests {
				n += len(g)
			}
			sum <- n
		}()
		_, err := tx.ExecContext(ctx, "INSERT INTO bookings (guests) VALUES (?)", <-sum)
		return err
	})
}

type Booked struct{ Guest string }

type Desk struct {
	db     *sql.DB
	events chan Booked
	slots  chan struct{}
	busy   chan int
}

func (d *Desk) Book(ctx context.Context, guest string) error {
	return inTx(ctx, d.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest); err != nil {
			return err
		}
		d.events <- Booked{guest} // want `message to a channel inside a transaction that is run up to 3 times`
		return nil
	})
}

func (d *Desk) Offer(ctx context.Context, guest string) error {
	return inTx(ctx, d.db, func(tx *sql.Tx) error {
		select {
		case d.events <- Booked{guest}: // want `message to a channel inside a transaction that is run up to 3 times`
		case <-ctx.Done():
			return ctx.Err()
		}
		return nil
	})
}

// Slots limit how many run at once, and are given back.
func (d *Desk) Limited(ctx context.Context, guest string) error {
	return inTx(ctx, d.db, func(tx *sql.Tx) error {
		d.slots <- struct{}{}
		defer func() { <-d.slots }()
		d.busy <- 1
		defer func() { <-d.busy }()
		_, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest)
		return err
	})
}

// Each message is sent once: nothing runs again.
func (d *Desk) Once(ctx context.Context, guest string) error {
	return once(ctx, d.db, func(tx *sql.Tx) error {
		d.events <- Booked{guest}
		return nil
	})
}

// The transaction is written out.
func Inline(ctx context.Context, db *sql.DB, guest string) error {
	for i := 0; i < 3; i++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest); err != nil {
			tx.Rollback()
			return err
		}
		if err := smtp.SendMail("localhost:25", nil, "a@example.com", []string{guest}, nil); err != nil { // want `mail \(smtp.SendMail\) inside a transaction that is run up to 3 times`
			tx.Rollback()
			return err
		}
		if err := tx.Commit(); err == nil {
			return nil
		}
	}
	return errConflict
}

// The mail comes after the commit.
func InlineAfter(ctx context.Context, db *sql.DB, guest string) error {
	for i := 0; i < 3; i++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO bookings (guest) VALUES (?)", guest); err != nil {
			tx.Rollback()
			return err
		}
		if err := tx.Commit(); err == nil {
			return mail(guest)
		}
	}
	return errConflict
}

// It is sent in the first attempt only.
func InlineOnce(ctx context.Context, db *sql.DB, guest string) error {
	for i := 0; i < 3; i++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if i == 0 {
			if err := mail(guest); err != nil {
				tx.Rollback()
				return err
			}
		}
		if err := tx.Commit(); err == nil {
			return nil
		}
	}
	return errConflict
}
