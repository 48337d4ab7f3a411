package clients

import (
	"context"
	"database/sql"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// What the library finds in a context is not followed: whoever made it may have
// told how often, so that no number is right.
func handed(ctx context.Context, db *sql.DB) error {
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error { // region: retry attempts=WithMaxRetries+1
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1")
		return err
	})
}

func told(db *sql.DB) error {
	ctx := crdb.WithMaxRetries(context.Background(), 3)
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error { // region: retry attempts=WithMaxRetries+1
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1")
		return err
	})
}
