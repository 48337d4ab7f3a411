package tried

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"
)

func TestClient(t *testing.T) {
	srv := httptest.NewServer(nil)
	defer srv.Close()
	srv.Client().Timeout = time.Second
	c := &Client{Cfg: Config{Limit: time.Second}, url: srv.URL}
	if err := c.Send(context.Background()); err == nil {
		t.Error("sent")
	}
}
