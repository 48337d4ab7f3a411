package write

import (
	"bytes"
	"net/http"
)

// Enlist sends once: only a test repeats it.
func (s *Shop) Enlist(raw []byte) error {
	req, err := http.NewRequest("POST", s.base+"/list", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
