package clients

import (
	"context"
	"net/http"
	"time"

	"connectrpc.com/connect"
	cloudevents "github.com/cloudevents/sdk-go/v2"
	cecontext "github.com/cloudevents/sdk-go/v2/context"
	cehttp "github.com/cloudevents/sdk-go/v2/protocol/http"
	docker "github.com/docker/docker/client"
	consul "github.com/hashicorp/consul/api"
	nomad "github.com/hashicorp/nomad/api"
	influx "github.com/influxdata/influxdb-client-go/v2"
	"github.com/olivere/elastic/v7"
	"google.golang.org/protobuf/types/known/emptypb"
)

func Connect(c *http.Client) error {
	client := connect.NewClient[emptypb.Empty, emptypb.Empty](c, service+"/svc/Do")
	return twice(func() error {
		_, err := client.CallUnary(context.Background(), connect.NewRequest(&emptypb.Empty{}))
		return err
	})
}

func Consul(c *http.Client) error {
	config := consul.DefaultConfig()
	config.HttpClient = c
	client, err := consul.NewClient(config)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, _, err := client.KV().Get("key", nil)
		return err
	})
}

func Docker(c *http.Client) error {
	client, err := docker.NewClientWithOpts(docker.WithHost("tcp://service.example:80"), docker.WithHTTPClient(c), docker.WithVersion("1.47"))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.Info(context.Background())
		return err
	})
}

func Nomad(c *http.Client) error {
	client, err := nomad.NewClient(&nomad.Config{Address: service, HttpClient: c})
	if err != nil {
		return err
	}
	locks, err := client.Locks(nomad.WriteOptions{}, nomad.Variable{Path: "lock", Lock: &nomad.VariableLock{TTL: "1h"}})
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := locks.Acquire(context.Background())
		return err
	})
}

func Influx(c *http.Client) error {
	client := influx.NewClientWithOptions(service, "t", influx.DefaultOptions().SetHTTPClient(c).SetMaxRetries(4))
	defer client.Close()
	w := client.WriteAPIBlocking("org", "bucket")
	return twice(func() error { return w.WriteRecord(context.Background(), "m f=1") })
}

func Olivere(c *http.Client) error {
	client, err := elastic.NewSimpleClient(elastic.SetURL(service), elastic.SetHttpClient(c))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.PerformRequest(context.Background(), elastic.PerformRequestOptions{Method: "GET", Path: "/"})
		return err
	})
}

func event() cloudevents.Event {
	e := cloudevents.NewEvent()
	e.SetID("1")
	e.SetSource("proof")
	e.SetType("proof")
	return e
}

func CloudEvents(c *http.Client) error {
	client, err := cloudevents.NewClientHTTP(cloudevents.WithTarget(service), cehttp.WithClient(*c))
	if err != nil {
		return err
	}
	return twice(func() error {
		if result := client.Send(context.Background(), event()); cloudevents.IsUndelivered(result) || cloudevents.IsNACK(result) {
			return result
		}
		return nil
	})
}

func CloudEventsRetries(c *http.Client) error {
	client, err := cloudevents.NewClientHTTP(cloudevents.WithTarget(service), cehttp.WithClient(*c))
	if err != nil {
		return err
	}
	ctx := cecontext.WithRetriesExponentialBackoff(context.Background(), time.Second, 3)
	return twice(func() error {
		if result := client.Send(ctx, event()); cloudevents.IsUndelivered(result) || cloudevents.IsNACK(result) {
			return result
		}
		return nil
	})
}
