package helpers

import (
	"errors"
	"io"
	"log"
)

type limited struct{ limit int }

// do tells the number of the attempt, and what became of it.
func (l *limited) do(fn func(attempt int) (io.ReadCloser, int64, error), again func(error) bool, good, bad func()) (io.ReadCloser, int64, error) {
	for i := 0; i <= l.limit; i++ { // region: retry kind=loop attempts=limit+1 errors=predicate
		rc, size, err := fn(i)
		if err != nil {
			if !again(err) {
				if !errors.Is(err, io.EOF) {
					log.Println(err)
				}
				return rc, size, err
			}
			bad()
			continue
		}
		good()
		return rc, size, err
	}
	return nil, 0, io.EOF
}
