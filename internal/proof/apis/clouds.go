package apis

import (
	"context"
	"net"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	awsv1 "github.com/aws/aws-sdk-go/aws"
	credentialsv1 "github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/session"
	sqsv1 "github.com/aws/aws-sdk-go/service/sqs"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
)

// Pointer hands over its number by a pointer.
func Pointer(c *http.Client) error {
	sess, err := session.NewSession(&awsv1.Config{
		Region: awsv1.String("us-east-1"), HTTPClient: c, Credentials: credentialsv1.NewStaticCredentials("a", "b", ""), MaxRetries: ptr.To(5),
	})
	if err != nil {
		return err
	}
	client := sqsv1.New(sess)
	return twice(func() error {
		_, err := client.ListQueuesWithContext(context.Background(), &sqsv1.ListQueuesInput{})
		return err
	})
}

// PointerZero hands over a number that is the default of its type.
func PointerZero(c *http.Client) error {
	sess, err := session.NewSession(&awsv1.Config{
		Region: awsv1.String("us-east-1"), HTTPClient: c, Credentials: credentialsv1.NewStaticCredentials("a", "b", ""), MaxRetries: ptr.To(0),
	})
	if err != nil {
		return err
	}
	client := sqsv1.New(sess)
	return twice(func() error {
		_, err := client.ListQueuesWithContext(context.Background(), &sqsv1.ListQueuesInput{})
		return err
	})
}

func kubernetes(c *http.Client) (*rest.RESTClient, error) {
	return rest.UnversionedRESTClientForConfigAndClient(&rest.Config{Host: service, ContentConfig: rest.ContentConfig{
		GroupVersion: &schema.GroupVersion{Version: "v1"}, NegotiatedSerializer: serializer.NewCodecFactory(runtime.NewScheme()).WithoutConversion(),
	}}, c)
}

func Kubernetes(c *http.Client) error {
	client, err := kubernetes(c)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.Get().AbsPath("/api").DoRaw(context.Background())
		return err
	})
}

func KubernetesRetries(c *http.Client) error {
	client, err := kubernetes(c)
	if err != nil {
		return err
	}
	return twice(func() error {
		return client.Get().AbsPath("/api").MaxRetries(3).Do(context.Background()).Error()
	})
}

type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

const bus = "Endpoint=sb://service.example/;SharedAccessKeyName=k;SharedAccessKey=s"

// sockets connects by what is dialed.
func sockets(dial dialer) func(context.Context, azservicebus.NewWebSocketConnArgs) (net.Conn, error) {
	return func(ctx context.Context, args azservicebus.NewWebSocketConnArgs) (net.Conn, error) {
		return dial(ctx, "tcp", args.Host)
	}
}

func ServiceBus(dial dialer) error {
	ctx := context.Background()
	client, err := azservicebus.NewClientFromConnectionString(bus, &azservicebus.ClientOptions{NewWebSocketConn: sockets(dial)})
	if err != nil {
		return err
	}
	defer client.Close(ctx)
	sender, err := client.NewSender("queue", nil)
	if err != nil {
		return err
	}
	return twice(func() error {
		return sender.SendMessage(ctx, &azservicebus.Message{Body: []byte("m")}, nil)
	})
}

func ServiceBusMax(dial dialer) error {
	ctx := context.Background()
	client, err := azservicebus.NewClientFromConnectionString(bus, &azservicebus.ClientOptions{
		NewWebSocketConn: sockets(dial), RetryOptions: azservicebus.RetryOptions{MaxRetries: 1, RetryDelay: time.Second},
	})
	if err != nil {
		return err
	}
	defer client.Close(ctx)
	sender, err := client.NewSender("queue", nil)
	if err != nil {
		return err
	}
	return twice(func() error {
		return sender.SendMessage(ctx, &azservicebus.Message{Body: []byte("m")}, nil)
	})
}

func ServiceBusOnce(dial dialer) error {
	ctx := context.Background()
	client, err := azservicebus.NewClientFromConnectionString(bus, &azservicebus.ClientOptions{
		NewWebSocketConn: sockets(dial), RetryOptions: azservicebus.RetryOptions{MaxRetries: -1},
	})
	if err != nil {
		return err
	}
	defer client.Close(ctx)
	receiver, err := client.NewReceiverForQueue("queue", nil)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := receiver.ReceiveMessages(ctx, 1, nil)
		return err
	})
}
