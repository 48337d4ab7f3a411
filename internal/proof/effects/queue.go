package effects

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func queueClient(c *http.Client, url string) *sqs.Client {
	return sqs.New(sqs.Options{
		BaseEndpoint: &url, HTTPClient: c, Region: "eu-central-1", Retryer: aws.NopRetryer{},
		Credentials: credentials.NewStaticCredentialsProvider("id", "secret", ""),
	})
}

func Queue(c *http.Client, url string) (err error) {
	client := queueClient(c, url)
	for range 3 {
		_, err = client.SendMessage(context.Background(), &sqs.SendMessageInput{QueueUrl: &url, MessageBody: aws.String("order")})
		if err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}
