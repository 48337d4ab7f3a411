// Package tx has effects inside transactions that are run again.
package tx

import (
	"database/sql"
	"errors"
	"net/smtp"
)

var errConflict = errors.New("conflict")

type DB struct{ db *sql.DB }

func (d *DB) run(fn func(*sql.Tx) error) error {
	tx, err := d.db.Begin()
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		return errConflict
	}
	return nil
}

func (d *DB) inTx(fn func(*sql.Tx) error) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = d.run(fn); !errors.Is(err, errConflict) {
			return err
		}
	}
	return err
}

func mail(to string) error {
	return smtp.SendMail("localhost:25", nil, "a@example.com", []string{to}, nil) // want `mail \(smtp.SendMail\) inside a transaction that is run up to 3 times`
}

func (d *DB) Book(room, guest string) error {
	return d.inTx(func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT INTO bookings (room, guest) VALUES (?, ?)", room, guest); err != nil {
			return err
		}
		return mail(guest)
	})
}

func sendOnce(to string) error {
	return smtp.SendMail("localhost:25", nil, "a@example.com", []string{to}, nil)
}

func (d *DB) BookThenMail(room, guest string) error {
	err := d.inTx(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO bookings (room, guest) VALUES (?, ?)", room, guest)
		return err
	})
	if err != nil {
		return err
	}
	return sendOnce(guest)
}
