package wires

import "github.com/IBM/sarama"

func producer(dial dialer) (sarama.SyncProducer, error) {
	config := sarama.NewConfig()
	config.Producer.Return.Successes = true
	config.ApiVersionsRequest = false
	config.Net.Proxy.Enable = true
	config.Net.Proxy.Dialer = network{dial}
	return sarama.NewSyncProducer([]string{"127.0.0.1:1"}, config)
}

// Sarama sends to another topic the second time: of a topic that was given up, it
// does not send the first attempt of the next call.
func Sarama(dial dialer) error {
	p, err := producer(dial)
	if err != nil {
		return err
	}
	defer p.Close()
	topic := "first"
	return twice(func() error {
		m := &sarama.ProducerMessage{Topic: topic, Value: sarama.StringEncoder("v")}
		topic = "second"
		_, _, err := p.SendMessage(m)
		return err
	})
}

func SaramaList(dial dialer) error {
	p, err := producer(dial)
	if err != nil {
		return err
	}
	defer p.Close()
	topic := "first"
	return twice(func() error {
		m := &sarama.ProducerMessage{Topic: topic, Value: sarama.StringEncoder("v")}
		topic = "second"
		return p.SendMessages([]*sarama.ProducerMessage{m})
	})
}
