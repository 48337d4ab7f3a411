// Package middle stands between two others.
package middle

import "deadline/across/store"

// Both has no context either.
func Both(s *store.Store) error {
	if err := s.Save("a"); err != nil {
		return err
	}
	return s.Save("b")
}
