package proof

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
)

// A connector connects to a database where each statement that reads or changes
// something is an attempt, which meets a conflict.
type connector struct{ op func() error }

func (c connector) Connect(context.Context) (driver.Conn, error) { return database(c), nil }
func (c connector) Driver() driver.Driver                        { return nil }

type database struct{ op func() error }

func (d database) Prepare(string) (driver.Stmt, error) { return nil, errors.ErrUnsupported }
func (d database) Close() error                        { return nil }
func (d database) Begin() (driver.Tx, error)           { return d, nil }
func (d database) Commit() error                       { return nil }
func (d database) Rollback() error                     { return nil }

func (d database) ExecContext(_ context.Context, statement string, _ []driver.NamedValue) (driver.Result, error) {
	if strings.HasPrefix(statement, "UPDATE") && d.op() != nil {
		return nil, conflict{}
	}
	return driver.RowsAffected(1), nil
}

func (d database) QueryContext(context.Context, string, []driver.NamedValue) (driver.Rows, error) {
	if d.op() != nil {
		return nil, conflict{}
	}
	return &row{}, nil
}

// row is the number 1.
type row struct{ read bool }

func (*row) Columns() []string { return []string{"n"} }
func (*row) Close() error      { return nil }

func (r *row) Next(values []driver.Value) error {
	if r.read {
		return io.EOF
	}
	r.read = true
	values[0] = int64(1)
	return nil
}

// conflict is a serialization failure.
type conflict struct{}

func (conflict) Error() string    { return "restart transaction" }
func (conflict) SQLState() string { return "40001" }
