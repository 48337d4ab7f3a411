// Package transactions runs transactions that meet a conflict each time.
package transactions

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/jmoiron/sqlx"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/utils/tests"
)

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func update(ctx context.Context) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1")
		return err
	}
}

func Cockroach(c driver.Connector) error {
	db := sql.OpenDB(c)
	defer db.Close()
	ctx := context.Background()
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1")
		return err
	})
}

func CockroachMax(c driver.Connector) error {
	db := sql.OpenDB(c)
	defer db.Close()
	ctx := crdb.WithMaxRetries(context.Background(), 3)
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE t SET n = n + 1")
		return err
	})
}

func CockroachNamed(c driver.Connector) error {
	db := sql.OpenDB(c)
	defer db.Close()
	ctx := context.Background()
	return crdb.ExecuteTx(ctx, db, nil, update(ctx))
}

func CockroachExecute(c driver.Connector) error {
	db := sql.OpenDB(c)
	defer db.Close()
	return crdb.Execute(func() error {
		_, err := db.Exec("UPDATE t SET n = n + 1")
		return err
	})
}

func Gorm(c driver.Connector) error {
	pool := sql.OpenDB(c)
	defer pool.Close()
	db, err := gorm.Open(tests.DummyDialector{}, &gorm.Config{ConnPool: pool, Logger: logger.Discard})
	if err != nil {
		return err
	}
	return twice(func() error {
		return db.Transaction(func(tx *gorm.DB) error { return tx.Exec("UPDATE t SET n = n + 1").Error })
	})
}

func Sqlx(c driver.Connector) error {
	db := sqlx.NewDb(sql.OpenDB(c), "proof")
	defer db.Close()
	return twice(func() error {
		var n int
		return db.GetContext(context.Background(), &n, "SELECT n FROM t")
	})
}

func SqlxNamed(c driver.Connector) error {
	db := sqlx.NewDb(sql.OpenDB(c), "proof")
	defer db.Close()
	return twice(func() error {
		_, err := db.NamedExec("UPDATE t SET n = :n", map[string]any{"n": 1})
		return err
	})
}
