package proof

import (
	"net"

	"github.com/IBM/sarama"
)

// broker is a Kafka of one member that takes no records. An attempt is a request
// to take some.
func broker(l net.Listener, op func() error) {
	accepting := &closable{l, make(chan struct{})}
	report := &reporter{}
	b := sarama.NewMockBrokerListener(report, 1, accepting)
	metadata := sarama.NewMockMetadataResponse(report).SetBroker(b.Addr(), 1)
	produce := sarama.NewMockProduceResponse(report)
	for _, topic := range []string{"first", "second"} {
		metadata.SetLeader(topic, 0, 1)
		produce.SetError(topic, 0, sarama.ErrNotLeaderForPartition)
	}
	b.SetHandlerByMap(map[string]sarama.MockResponse{"MetadataRequest": metadata, "ProduceRequest": produce})
	<-accepting.closed
	b.Close()
	for _, r := range b.History() {
		if _, ok := r.Request.(*sarama.ProduceRequest); ok {
			_ = op()
		}
	}
}

// closable tells when it was closed.
type closable struct {
	net.Listener
	closed chan struct{}
}

func (c *closable) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	if err != nil {
		close(c.closed)
	}
	return conn, err
}

// reporter hears what a mock has to say of connections that are closed while it
// writes. What it was sent is compared all the same.
type reporter struct{}

func (reporter) Error(...any)          {}
func (reporter) Errorf(string, ...any) {}
func (reporter) Fatal(...any)          {}
func (reporter) Fatalf(string, ...any) {}
func (reporter) Helper()               {}
