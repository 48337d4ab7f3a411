// Package sqs has the shape of a generated client.
package sqs

import "context"

type Options struct{ RetryMaxAttempts int }

type SendMessageInput struct{}

type SendMessageOutput struct{}

type Client struct{}

func (c *Client) SendMessage(ctx context.Context, params *SendMessageInput, optFns ...func(*Options)) (*SendMessageOutput, error) {
	return nil, nil
}

func (c *Client) Options() Options { return Options{} }

func (c *Client) addOperation(params *SendMessageInput) error { return nil }

type Presigner struct{}

func (p *Presigner) SendMessage(ctx context.Context, params *SendMessageInput) error { return nil }
