package clients

import (
	"context"
	"net/http"
	"time"

	"github.com/elastic/elastic-transport-go/v8/elastictransport"
	"github.com/go-resty/resty/v2"
	"github.com/gojek/heimdall/v7/httpclient"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/ncw/swift/v2"
	"github.com/sendgrid/rest"
	"github.com/sendgrid/sendgrid-go"
	restyv3 "resty.dev/v3"

	"net/url"
)

func Retryablehttp(c *http.Client) error {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	return twice(func() error {
		_, err := client.Get(service)
		return err
	})
}

func RetryablehttpMax(c *http.Client) error {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = 2
	client.RetryWaitMax = 5 * time.Second
	return twice(func() error {
		_, err := client.Get(service)
		return err
	})
}

func RetryablehttpZero(c *http.Client) error {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = 0
	return twice(func() error {
		_, err := client.Get(service)
		return err
	})
}

func RetryablehttpStandard(c *http.Client) error {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = 6
	std := client.StandardClient()
	return twice(func() error {
		_, err := std.Get(service)
		return err
	})
}

func RetryablehttpRequest(c *http.Client) error {
	client := &retryablehttp.Client{HTTPClient: c, RetryMax: 3, CheckRetry: retryablehttp.DefaultRetryPolicy, Backoff: retryablehttp.DefaultBackoff}
	req, err := retryablehttp.NewRequest(http.MethodPut, service, []byte("x"))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.Do(req)
		return err
	})
}

func answered(r *resty.Response, err error) error {
	if err != nil {
		return err
	}
	if r.IsError() {
		return failed{r.StatusCode()}
	}
	return nil
}

func RestyV2(c *http.Client) error {
	client := resty.NewWithClient(c)
	return twice(func() error { return answered(client.R().Get(service)) })
}

func RestyV2Count(c *http.Client) error {
	client := resty.NewWithClient(c)
	client.SetRetryCount(3).SetRetryWaitTime(time.Second).SetRetryMaxWaitTime(2 * time.Second)
	return twice(func() error { return answered(client.R().Get(service)) })
}

func RestyV2Zero(c *http.Client) error {
	client := resty.NewWithClient(c).SetRetryCount(0)
	return twice(func() error { return answered(client.R().SetBody("x").Post(service)) })
}

func restyAnswered(r *restyv3.Response, err error) error {
	if err != nil {
		return err
	}
	if r.IsStatusFailure() {
		return failed{r.StatusCode()}
	}
	return nil
}

func RestyV3(c *http.Client) error {
	client := restyv3.NewWithClient(c)
	return twice(func() error { return restyAnswered(client.R().Get(service)) })
}

func RestyV3Count(c *http.Client) error {
	client := restyv3.NewWithClient(c)
	client.SetRetryCount(3)
	return twice(func() error { return restyAnswered(client.R().Get(service)) })
}

func RestyV3Post(c *http.Client) error {
	client := restyv3.NewWithClient(c)
	client.SetRetryCount(3)
	return twice(func() error { return restyAnswered(client.R().Post(service)) })
}

func Heimdall(c *http.Client) error {
	client := httpclient.NewClient(httpclient.WithHTTPClient(c))
	return twice(func() error {
		resp, err := client.Get(service, nil)
		return closed(resp, err)
	})
}

func HeimdallCount(c *http.Client) error {
	client := httpclient.NewClient(httpclient.WithHTTPTimeout(time.Second), httpclient.WithRetryCount(4), httpclient.WithHTTPClient(c))
	return twice(func() error {
		resp, err := client.Get(service, nil)
		return closed(resp, err)
	})
}

func Swift(c *http.Client) error {
	client := &swift.Connection{Transport: c.Transport, StorageUrl: service, AuthToken: "t", UserName: "u", ApiKey: "k", AuthUrl: service}
	return twice(func() error {
		_, _, err := client.Object(context.Background(), "c", "o")
		return err
	})
}

func SwiftRetries(c *http.Client) error {
	client := &swift.Connection{Transport: c.Transport, StorageUrl: service, AuthToken: "t", UserName: "u", ApiKey: "k", AuthUrl: service, Retries: 5}
	return twice(func() error {
		_, err := client.ObjectGetString(context.Background(), "c", "o")
		return err
	})
}

func Sendgrid(c *http.Client) error {
	sendgrid.DefaultClient = &rest.Client{HTTPClient: c}
	request := sendgrid.GetRequest("key", "/v3/mail/send", service)
	request.Method = "POST"
	return twice(func() error {
		_, err := sendgrid.MakeRequestRetry(request)
		return err
	})
}

func SendgridOnce(c *http.Client) error {
	sendgrid.DefaultClient = &rest.Client{HTTPClient: c}
	request := sendgrid.GetRequest("key", "/v3/mail/send", service)
	request.Method = "POST"
	return twice(func() error {
		r, err := sendgrid.MakeRequest(request)
		if err == nil && r.StatusCode >= 400 {
			return failed{r.StatusCode}
		}
		return err
	})
}

func Elastic(c *http.Client) error {
	client, err := elastictransport.New(elastictransport.Config{URLs: []*url.URL{{Scheme: "http", Host: "service.example"}}, Transport: c.Transport})
	if err != nil {
		return err
	}
	return twice(func() error {
		req, err := http.NewRequest(http.MethodGet, "/", nil)
		if err != nil {
			return err
		}
		resp, err := client.Perform(req)
		return closed(resp, err)
	})
}

func ElasticRetries(c *http.Client) error {
	client, err := elastictransport.New(elastictransport.Config{
		URLs: []*url.URL{{Scheme: "http", Host: "service.example"}}, Transport: c.Transport, MaxRetries: 5,
	})
	if err != nil {
		return err
	}
	return twice(func() error {
		req, err := http.NewRequest(http.MethodGet, "/", nil)
		if err != nil {
			return err
		}
		resp, err := client.Perform(req)
		return closed(resp, err)
	})
}
