package effects

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"time"
)

func Form(c *http.Client, url string) error {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	if err := w.WriteField("name", "order"); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	var err error
	for range 3 {
		var resp *http.Response
		if resp, err = c.Post(url, w.FormDataContentType(), &buf); err == nil {
			resp.Body.Close()
			if resp.StatusCode < 300 {
				return nil
			}
			err = errFailed
		}
		time.Sleep(time.Millisecond)
	}
	return err
}
