package quiet

import (
	"errors"
	"net/http"
	"time"
)

var errLocked = errors.New("locked")

type shelf struct{ http *http.Client }

func (s *shelf) open(name string) error {
	resp, err := s.http.Post("http://shelf/"+name, "", nil)
	if err != nil {
		return err
	}
	if resp.StatusCode == http.StatusLocked {
		return errLocked
	}
	return resp.Body.Close()
}

// firstFree goes through names until one will do. The loop around it repeats
// the whole search: that is one layer.
func (s *shelf) firstFree(names []string) (string, error) {
	for {
		locked := false
		for _, name := range names {
			err := s.open(name)
			if err == nil {
				return name, nil
			}
			locked = locked || errors.Is(err, errLocked)
		}
		if !locked {
			return "", errLocked
		}
		time.Sleep(time.Second)
	}
}

// A search in a search repeats nothing.
func (s *shelf) anyOf(groups [][]string) error {
	err := errLocked
	for _, names := range groups {
		for _, name := range names {
			if err = s.open(name); err == nil {
				return nil
			}
		}
	}
	return err
}
