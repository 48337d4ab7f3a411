package effects

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
)

func QueueKey(c *http.Client, url string) (err error) {
	client := queueClient(c, url)
	input := &sqs.SendMessageInput{
		QueueUrl: &url, MessageBody: aws.String("order"),
		MessageGroupId: aws.String("orders"), MessageDeduplicationId: aws.String(uuid.NewString()),
	}
	for range 3 {
		if _, err = client.SendMessage(context.Background(), input); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}
