package sdks

import (
	"context"
	"net/http"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	awsv1 "github.com/aws/aws-sdk-go/aws"
	credentialsv1 "github.com/aws/aws-sdk-go/aws/credentials"
	"github.com/aws/aws-sdk-go/aws/session"
	dynamodbv1 "github.com/aws/aws-sdk-go/service/dynamodb"
	sqsv1 "github.com/aws/aws-sdk-go/service/sqs"
)

func Azure(c *http.Client) error {
	client, err := blob.NewClientWithNoCredential(service+"/c/b", &blob.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: c}})
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.GetProperties(context.Background(), nil)
		return err
	})
}

func AzureMax(c *http.Client) error {
	options := &blob.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: c, Retry: policy.RetryOptions{MaxRetries: 2}}}
	client, err := blob.NewClientWithNoCredential(service+"/c/b", options)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.GetProperties(context.Background(), nil)
		return err
	})
}

func AzureOnce(c *http.Client) error {
	options := &blob.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: c, Retry: policy.RetryOptions{MaxRetries: -1}}}
	client, err := blob.NewClientWithNoCredential(service+"/c/b", options)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.GetProperties(context.Background(), nil)
		return err
	})
}

func AwsV2(c *http.Client) error {
	cfg := aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}
	client := sqs.NewFromConfig(cfg)
	return twice(func() error {
		_, err := client.ListQueues(context.Background(), &sqs.ListQueuesInput{})
		return err
	})
}

func AwsV2Config(c *http.Client) error {
	cfg := aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""), RetryMaxAttempts: 5}
	client := sqs.NewFromConfig(cfg)
	return twice(func() error {
		_, err := client.ListQueues(context.Background(), &sqs.ListQueuesInput{})
		return err
	})
}

func AwsV2Options(c *http.Client) error {
	cfg := aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}
	client := sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.RetryMaxAttempts = 2 })
	return twice(func() error {
		_, err := client.ListQueues(context.Background(), &sqs.ListQueuesInput{})
		return err
	})
}

func AwsV2Retryer(c *http.Client) error {
	cfg := aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}
	client := sqs.NewFromConfig(cfg, func(o *sqs.Options) {
		o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts = 4 })
	})
	return twice(func() error {
		_, err := client.ListQueues(context.Background(), &sqs.ListQueuesInput{})
		return err
	})
}

func AwsV2Nop(c *http.Client) error {
	cfg := aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}
	client := sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.Retryer = aws.NopRetryer{} })
	return twice(func() error {
		_, err := client.ListQueues(context.Background(), &sqs.ListQueuesInput{})
		return err
	})
}

func AwsV2Call(c *http.Client) error {
	cfg := aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}
	client := sqs.NewFromConfig(cfg)
	return twice(func() error {
		_, err := client.ListQueues(context.Background(), &sqs.ListQueuesInput{}, func(o *sqs.Options) { o.RetryMaxAttempts = 6 })
		return err
	})
}

func AwsV2Dynamo(c *http.Client) error {
	cfg := aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", "")}
	client := dynamodb.NewFromConfig(cfg)
	return twice(func() error {
		_, err := client.ListTables(context.Background(), &dynamodb.ListTablesInput{})
		return err
	})
}

func AwsV1(c *http.Client) error {
	sess, err := session.NewSession(&awsv1.Config{Region: awsv1.String("us-east-1"), HTTPClient: c, Credentials: credentialsv1.NewStaticCredentials("a", "b", "")})
	if err != nil {
		return err
	}
	client := sqsv1.New(sess)
	return twice(func() error {
		_, err := client.ListQueuesWithContext(context.Background(), &sqsv1.ListQueuesInput{})
		return err
	})
}

func AwsV1Max(c *http.Client) error {
	sess, err := session.NewSession(&awsv1.Config{
		Region: awsv1.String("us-east-1"), HTTPClient: c, Credentials: credentialsv1.NewStaticCredentials("a", "b", ""), MaxRetries: awsv1.Int(6),
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

func AwsV1Client(c *http.Client) error {
	sess, err := session.NewSession(&awsv1.Config{Region: awsv1.String("us-east-1"), HTTPClient: c, Credentials: credentialsv1.NewStaticCredentials("a", "b", "")})
	if err != nil {
		return err
	}
	client := sqsv1.New(sess, awsv1.NewConfig().WithMaxRetries(1))
	return twice(func() error {
		_, err := client.ListQueues(&sqsv1.ListQueuesInput{})
		return err
	})
}

func AwsV1Dynamo(c *http.Client) error {
	sess, err := session.NewSession(&awsv1.Config{Region: awsv1.String("us-east-1"), HTTPClient: c, Credentials: credentialsv1.NewStaticCredentials("a", "b", "")})
	if err != nil {
		return err
	}
	client := dynamodbv1.New(sess)
	return twice(func() error {
		_, err := client.ListTables(&dynamodbv1.ListTablesInput{})
		return err
	})
}
