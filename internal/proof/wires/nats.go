package wires

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func connect(dial dialer) (*nats.Conn, error) {
	return nats.Connect("nats://127.0.0.1:1", nats.SetCustomDialer(network{dial}))
}

func Nats(dial dialer) error {
	conn, err := connect(dial)
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error {
		_, err := conn.Request("subject", nil, time.Minute)
		return err
	})
}

func NatsContext(dial dialer) error {
	conn, err := connect(dial)
	if err != nil {
		return err
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return twice(func() error {
		_, err := conn.RequestWithContext(ctx, "subject", nil)
		return err
	})
}

func JetStream(dial dialer) error {
	conn, err := connect(dial)
	if err != nil {
		return err
	}
	defer conn.Close()
	stream, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := stream.Publish(context.Background(), "subject", nil)
		return err
	})
}

func JetStreamAttempts(dial dialer) error {
	conn, err := connect(dial)
	if err != nil {
		return err
	}
	defer conn.Close()
	stream, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := stream.PublishMsg(context.Background(), nats.NewMsg("subject"),
			jetstream.WithRetryAttempts(4), jetstream.WithRetryWait(time.Millisecond), jetstream.WithMsgID("id"))
		return err
	})
}

func JetStreamOnce(dial dialer) error {
	conn, err := connect(dial)
	if err != nil {
		return err
	}
	defer conn.Close()
	stream, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := stream.Publish(context.Background(), "subject", nil, jetstream.WithRetryAttempts(0))
		return err
	})
}

func JetStreamOld(dial dialer) error {
	conn, err := connect(dial)
	if err != nil {
		return err
	}
	defer conn.Close()
	stream, err := conn.JetStream()
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := stream.Publish("subject", nil, nats.RetryAttempts(3), nats.RetryWait(time.Millisecond))
		return err
	})
}
