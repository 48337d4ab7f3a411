package wires

import (
	"context"
	"net"

	"github.com/jackc/pgx/v5"
	amqp "github.com/rabbitmq/amqp091-go"
)

type network struct{ dial dialer }

func (n network) Dial(network, address string) (net.Conn, error) {
	return n.dial(context.Background(), network, address)
}

func postgres(dial dialer) (*pgx.Conn, error) {
	config, err := pgx.ParseConfig("postgres://user@127.0.0.1:1/db?sslmode=disable")
	if err != nil {
		return nil, err
	}
	config.DialFunc = dial
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	return pgx.ConnectConfig(context.Background(), config)
}

func Postgres(dial dialer) error {
	ctx := context.Background()
	conn, err := postgres(dial)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return twice(func() error {
		_, err := conn.Exec(ctx, "UPDATE t SET n = n + 1")
		return err
	})
}

func PostgresTx(dial dialer) error {
	ctx := context.Background()
	conn, err := postgres(dial)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	return twice(func() error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE t SET n = n + 1")
			return err
		})
	})
}

func Rabbit(dial dialer) error {
	return twice(func() error {
		conn, err := amqp.DialConfig("amqp://127.0.0.1:1", amqp.Config{Dial: network{dial}.Dial})
		if err != nil {
			return err
		}
		return conn.Close()
	})
}
