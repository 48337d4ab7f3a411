package sdks

import (
	"context"
	"net/http"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	goopenai "github.com/sashabaranov/go-openai"
)

func OpenAI(c *http.Client) error {
	client := openai.NewClient(option.WithAPIKey("k"), option.WithHTTPClient(c))
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m")
		return err
	})
}

func OpenAIMax(c *http.Client) error {
	client := openai.NewClient(option.WithAPIKey("k"), option.WithHTTPClient(c), option.WithMaxRetries(4))
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m")
		return err
	})
}

func OpenAIZero(c *http.Client) error {
	client := openai.NewClient(option.WithAPIKey("k"), option.WithHTTPClient(c), option.WithMaxRetries(0))
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m")
		return err
	})
}

func OpenAIRequest(c *http.Client) error {
	client := openai.NewClient(option.WithAPIKey("k"), option.WithHTTPClient(c))
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m", option.WithMaxRetries(1))
		return err
	})
}

func Anthropic(c *http.Client) error {
	client := anthropic.NewClient(anthropicoption.WithAPIKey("k"), anthropicoption.WithHTTPClient(c))
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m", anthropic.ModelGetParams{})
		return err
	})
}

func AnthropicMax(c *http.Client) error {
	client := anthropic.NewClient(anthropicoption.WithAPIKey("k"), anthropicoption.WithHTTPClient(c), anthropicoption.WithMaxRetries(5))
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m", anthropic.ModelGetParams{})
		return err
	})
}

func GoOpenAI(c *http.Client) error {
	config := goopenai.DefaultConfig("k")
	config.HTTPClient = c
	client := goopenai.NewClientWithConfig(config)
	return twice(func() error {
		_, err := client.GetModel(context.Background(), "m")
		return err
	})
}
