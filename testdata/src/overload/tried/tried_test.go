package tried

import (
	"context"
	"testing"
	"time"
)

func TestClient(t *testing.T) {
	c := &Client{Cfg: Config{Limit: time.Second}, url: "http://localhost"}
	if err := c.Send(context.Background()); err == nil {
		t.Error("sent")
	}
}
