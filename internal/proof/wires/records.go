package wires

import (
	"context"
	"net"

	"github.com/segmentio/kafka-go"
	"github.com/segmentio/kafka-go/protocol/metadata"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
	bsonv2 "go.mongodb.org/mongo-driver/v2/bson"
	mongov2 "go.mongodb.org/mongo-driver/v2/mongo"
	optionsv2 "go.mongodb.org/mongo-driver/v2/mongo/options"
)

// broker is a Kafka that takes no records.
type broker struct{ op func() error }

func (b broker) RoundTrip(_ context.Context, _ net.Addr, request kafka.Request) (kafka.Response, error) {
	if _, ok := request.(*metadata.Request); ok {
		return &metadata.Response{Topics: []metadata.ResponseTopic{{Name: "topic", Partitions: []metadata.ResponsePartition{{}}}}}, nil
	}
	_ = b.op()
	return nil, kafka.LeaderNotAvailable
}

func Kafka(op func() error) error {
	w := &kafka.Writer{Addr: kafka.TCP("service.example:9092"), Topic: "topic", Transport: broker{op}}
	defer w.Close()
	return twice(func() error { return w.WriteMessages(context.Background(), kafka.Message{Value: []byte("v")}) })
}

func KafkaAttempts(op func() error) error {
	w := &kafka.Writer{Addr: kafka.TCP("service.example:9092"), Topic: "topic", MaxAttempts: 4, Transport: broker{op}}
	defer w.Close()
	return twice(func() error { return w.WriteMessages(context.Background(), kafka.Message{Value: []byte("v")}) })
}

func (n network) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return n.dial(ctx, network, address)
}

const documents = "mongodb://service.example:27017/?replicaSet=rs"

func Mongo(dial dialer) error {
	ctx := context.Background()
	client, err := mongo.Connect(ctx, options.Client().ApplyURI(documents).SetDialer(network{dial}).SetServerAPIOptions(options.ServerAPI("1")))
	if err != nil {
		return err
	}
	defer client.Disconnect(ctx)
	c := client.Database("db").Collection("c")
	return twice(func() error {
		_, err := c.InsertOne(ctx, bson.D{{Key: "n", Value: 1}})
		return err
	})
}

func MongoFind(dial dialer) error {
	ctx := context.Background()
	client, err := mongo.Connect(ctx, options.Client().ApplyURI(documents).SetDialer(network{dial}).SetServerAPIOptions(options.ServerAPI("1")))
	if err != nil {
		return err
	}
	defer client.Disconnect(ctx)
	c := client.Database("db").Collection("c")
	return twice(func() error {
		_, err := c.Find(ctx, bson.D{})
		return err
	})
}

func MongoV2(dial dialer) error {
	ctx := context.Background()
	client, err := mongov2.Connect(optionsv2.Client().ApplyURI(documents).SetDialer(network{dial}).SetServerAPIOptions(optionsv2.ServerAPI("1")))
	if err != nil {
		return err
	}
	defer client.Disconnect(ctx)
	c := client.Database("db").Collection("c")
	return twice(func() error {
		_, err := c.InsertOne(ctx, bsonv2.D{{Key: "n", Value: 1}})
		return err
	})
}
