// Package crdb stands for a helper whose number of attempts is in its context.
package crdb

import (
	"context"
	"database/sql"
)

func ExecuteTx(ctx context.Context, db *sql.DB, opts *sql.TxOptions, fn func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, opts)
	if err != nil {
		return err
	}
	return fn(tx)
}

type key struct{}

func WithMaxRetries(ctx context.Context, retries int) context.Context {
	return context.WithValue(ctx, key{}, retries)
}
