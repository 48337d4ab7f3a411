package apis

import (
	"context"
	"net/http"

	"github.com/cloudflare/cloudflare-go/v4/ips"
	"github.com/cloudflare/cloudflare-go/v4/option"
	twilio "github.com/twilio/twilio-go/client"
	lookups "github.com/twilio/twilio-go/rest/lookups/v1"
	"google.golang.org/api/oauth2/v2"
	googleoption "google.golang.org/api/option"
)

func Google(c *http.Client) error {
	client, err := oauth2.NewService(context.Background(), googleoption.WithHTTPClient(c))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.Userinfo.Get().Do()
		return err
	})
}

func GoogleContext(c *http.Client) error {
	ctx := context.Background()
	client, err := oauth2.NewService(ctx, googleoption.WithHTTPClient(c))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.Tokeninfo().Context(ctx).IdToken("t").Do()
		return err
	})
}

func Twilio(c *http.Client) error {
	client := &twilio.Client{Credentials: twilio.NewCredentials("user", "password"), HTTPClient: c}
	api := lookups.NewApiService(twilio.NewRequestHandler(client))
	return twice(func() error {
		_, err := api.FetchPhoneNumber("+1", nil)
		return err
	})
}

func Cloudflare(c *http.Client) error {
	client := ips.NewIPService(option.WithBaseURL(service), option.WithAPIToken("t"), option.WithHTTPClient(c))
	return twice(func() error {
		_, err := client.List(context.Background(), ips.IPListParams{})
		return err
	})
}

func CloudflareMax(c *http.Client) error {
	client := ips.NewIPService(option.WithBaseURL(service), option.WithHTTPClient(c), option.WithMaxRetries(4))
	return twice(func() error {
		_, err := client.List(context.Background(), ips.IPListParams{})
		return err
	})
}

func CloudflareRequest(c *http.Client) error {
	client := ips.NewIPService(option.WithBaseURL(service), option.WithHTTPClient(c))
	return twice(func() error {
		_, err := client.List(context.Background(), ips.IPListParams{}, option.WithMaxRetries(0))
		return err
	})
}
