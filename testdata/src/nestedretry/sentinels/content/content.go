// Package content reads files, again when that fails.
package content

import (
	"context"
	"errors"
	"os"
	"time"
)

// ErrNotFound says that there is no such content.
var ErrNotFound = errors.New("content not found")

// ErrBusy says that the content cannot be had now.
var ErrBusy = errors.New("content is busy")

// A Manager reads content.
type Manager struct{}

// Read reads a file in up to 4 attempts.
func (m *Manager) Read(ctx context.Context, name string) ([]byte, error) {
	var err error
	for range 4 {
		var data []byte
		if data, err = os.ReadFile(name); err == nil {
			return data, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.Join(ErrBusy, err)
}
