// Package openai has the shape of a generated client.
package openai

import (
	"context"

	"github.com/openai/openai-go/option"
)

type Client struct{ Chat ChatService }

func NewClient(opts ...option.RequestOption) Client { return Client{} }

type ChatService struct{}

func (s *ChatService) New(ctx context.Context, text string, opts ...option.RequestOption) (string, error) {
	return "", nil
}

func UserMessage(text string) string { return text }
