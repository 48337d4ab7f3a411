package sdks

import (
	"context"
	"net/http"
	"time"

	"github.com/digitalocean/godo"
	"github.com/google/go-github/v66/github"
	"github.com/hashicorp/vault/api"
	"github.com/hetznercloud/hcloud-go/v2/hcloud"
	"github.com/linode/linodego"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/slack-go/slack"
	gitlab "gitlab.com/gitlab-org/api/client-go"
)

func Godo(c *http.Client) error {
	client := godo.NewClient(c)
	return twice(func() error {
		_, _, err := client.Account.Get(context.Background())
		return err
	})
}

func GitHub(c *http.Client) error {
	client := github.NewClient(c)
	return twice(func() error {
		_, _, err := client.Repositories.Get(context.Background(), "o", "r")
		return err
	})
}

func Hcloud(c *http.Client) error {
	client := hcloud.NewClient(hcloud.WithToken("t"), hcloud.WithHTTPClient(c))
	return twice(func() error {
		_, _, err := client.Server.GetByID(context.Background(), 1)
		return err
	})
}

func HcloudRetries(c *http.Client) error {
	client := hcloud.NewClient(hcloud.WithToken("t"), hcloud.WithHTTPClient(c), hcloud.WithRetryOpts(hcloud.RetryOpts{MaxRetries: 2}))
	return twice(func() error {
		_, _, err := client.Server.GetByID(context.Background(), 1)
		return err
	})
}

func Gitlab(c *http.Client) error {
	client, err := gitlab.NewClient("t", gitlab.WithHTTPClient(c))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, _, err := client.Projects.GetProject(1, nil)
		return err
	})
}

func GitlabMax(c *http.Client) error {
	client, err := gitlab.NewClient("t", gitlab.WithHTTPClient(c), gitlab.WithCustomRetryMax(2))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, _, err := client.Projects.GetProject(1, nil)
		return err
	})
}

func GitlabOnce(c *http.Client) error {
	client, err := gitlab.NewClient("t", gitlab.WithHTTPClient(c), gitlab.WithoutRetries())
	if err != nil {
		return err
	}
	return twice(func() error {
		_, _, err := client.Projects.GetProject(1, nil)
		return err
	})
}

func LinodeCount(c *http.Client) error {
	client := linodego.NewClient(c)
	client.SetRetryCount(3)
	return twice(func() error {
		_, err := client.GetInstance(context.Background(), 1)
		return err
	})
}

func Slack(c *http.Client) error {
	client := slack.New("t", slack.OptionHTTPClient(c))
	return twice(func() error {
		_, err := client.AuthTestContext(context.Background())
		return err
	})
}

func SlackRetry(c *http.Client) error {
	client := slack.New("t", slack.OptionHTTPClient(c), slack.OptionRetry(3))
	return twice(func() error {
		_, err := client.AuthTestContext(context.Background())
		return err
	})
}

func SlackConfig(c *http.Client) error {
	client := slack.New("t", slack.OptionHTTPClient(c), slack.OptionRetryConfig(slack.RetryConfig{MaxRetries: 4, RetryAfterDuration: time.Second}))
	return twice(func() error {
		_, err := client.AuthTestContext(context.Background())
		return err
	})
}

func Vault(c *http.Client) error {
	config := api.DefaultConfig()
	config.HttpClient = c
	client, err := api.NewClient(config)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.Logical().Read("secret/x")
		return err
	})
}

func VaultMax(c *http.Client) error {
	config := api.DefaultConfig()
	config.HttpClient = c
	config.MaxRetries = 4
	client, err := api.NewClient(config)
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.Logical().Read("secret/x")
		return err
	})
}

func VaultSet(c *http.Client) error {
	config := api.DefaultConfig()
	config.HttpClient = c
	client, err := api.NewClient(config)
	if err != nil {
		return err
	}
	client.SetMaxRetries(0)
	return twice(func() error {
		_, err := client.KVv2("secret").Get(context.Background(), "x")
		return err
	})
}

func Minio(c *http.Client) error {
	client, err := minio.New("service.example", &minio.Options{Creds: credentials.NewStaticV4("a", "b", ""), Transport: c.Transport, Region: "us-east-1"})
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.StatObject(context.Background(), "bucket", "object", minio.StatObjectOptions{})
		return err
	})
}

func MinioMax(c *http.Client) error {
	client, err := minio.New("service.example", &minio.Options{Creds: credentials.NewStaticV4("a", "b", ""), Transport: c.Transport, Region: "us-east-1", MaxRetries: 3})
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.StatObject(context.Background(), "bucket", "object", minio.StatObjectOptions{})
		return err
	})
}
