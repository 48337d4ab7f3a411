package permanent

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Name asks again for a row that is not there.
func Name(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	for range 3 {
		err = db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `every failure is retried, syntax errors and constraint violations included, up to 3 attempts of \(\*sql.Row\).Scan`
		if err == nil {
			return name, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "", err
}

// Known does not.
func Known(ctx context.Context, db *sql.DB, id int) (name string, err error) {
	for range 3 {
		err = db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = $1", id).Scan(&name)
		if err == nil || errors.Is(err, sql.ErrNoRows) || ctx.Err() != nil {
			return name, err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return "", err
}
