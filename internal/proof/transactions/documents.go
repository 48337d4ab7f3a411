package transactions

import (
	"context"
	"time"

	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
	mongov2 "go.mongodb.org/mongo-driver/v2/mongo"
	optionsv2 "go.mongodb.org/mongo-driver/v2/mongo/options"
)

const transient = "TransientTransactionError"

// Mongo takes a second for each attempt: between them there is no wait, or hardly
// one.
func Mongo(ctx context.Context, op func() error) error {
	client, err := mongo.Connect(ctx, options.Client().ApplyURI("mongodb://service.example").SetDialer(nowhere{}))
	if err != nil {
		return err
	}
	defer client.Disconnect(ctx)
	session, err := client.StartSession()
	if err != nil {
		return err
	}
	_, err = session.WithTransaction(ctx, func(mongo.SessionContext) (any, error) {
		time.Sleep(time.Second)
		if op() != nil {
			return nil, mongo.CommandError{Labels: []string{transient}}
		}
		return nil, nil
	})
	return err
}

func MongoV2(ctx context.Context, op func() error) error {
	client, err := mongov2.Connect(optionsv2.Client().ApplyURI("mongodb://service.example").SetDialer(nowhere{}))
	if err != nil {
		return err
	}
	defer client.Disconnect(ctx)
	session, err := client.StartSession()
	if err != nil {
		return err
	}
	_, err = session.WithTransaction(ctx, func(context.Context) (any, error) {
		time.Sleep(time.Second)
		if op() != nil {
			return nil, mongov2.CommandError{Labels: []string{transient}}
		}
		return nil, nil
	})
	return err
}
