package apis

import (
	"context"
	"errors"
	"net/http"

	"github.com/opensearch-project/opensearch-go/v4"
)

var errRefused = errors.New("refused")

// root asks the service for itself.
type root struct{}

func (root) GetRequest(method string) (*http.Request, error) {
	return http.NewRequest(method, "/", nil)
}

func OpenSearch(c *http.Client) error {
	client, err := opensearch.NewClient(opensearch.Config{Addresses: []string{service}, Transport: c.Transport})
	if err != nil {
		return err
	}
	defer client.Close()
	return twice(func() error {
		resp, err := client.Do(context.Background(), http.MethodGet, root{}, nil)
		if err != nil {
			return err
		}
		if resp.IsError() {
			return errRefused
		}
		return nil
	})
}

func OpenSearchMax(c *http.Client) error {
	client, err := opensearch.NewClient(opensearch.Config{Addresses: []string{service}, Transport: c.Transport, MaxRetries: 2})
	if err != nil {
		return err
	}
	defer client.Close()
	return twice(func() error {
		req, err := http.NewRequest(http.MethodGet, "/", nil)
		if err != nil {
			return err
		}
		resp, err := client.Perform(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 400 {
			return errRefused
		}
		return nil
	})
}

func OpenSearchOnce(c *http.Client) error {
	client, err := opensearch.NewClient(opensearch.Config{Addresses: []string{service}, Transport: c.Transport, DisableRetry: true})
	if err != nil {
		return err
	}
	defer client.Close()
	return twice(func() error {
		resp, err := client.Do(context.Background(), http.MethodGet, root{}, nil)
		if err != nil {
			return err
		}
		if resp.IsError() {
			return errRefused
		}
		return nil
	})
}
