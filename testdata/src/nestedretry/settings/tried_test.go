package settings

import "testing"

func TestSender(t *testing.T) {
	s := &Sender{Tries: 1}
	if err := s.Deliver("http://localhost"); err == nil {
		t.Error("sent")
	}
}
