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

// A book hands out its lines in pages.
type book interface {
	lines(from string, each func(string) (bool, error)) (string, error)
}

// filtered reads page after page, and hands on the lines that are asked for.
func filtered(b book, limit int, each func(string) (bool, error)) (err error) {
	name, count := "", 0
	for count < limit { // region: other
		var page []string
		if name, err = b.lines(name, func(line string) (bool, error) {
			page = append(page, line)
			return true, nil
		}); err != nil {
			return
		}
		if len(page) == 0 {
			return
		}
		for _, line := range page { // region: other
			count++
			more, eachErr := each(line)
			if eachErr != nil {
				return eachErr
			}
			if !more || count >= limit {
				return
			}
		}
	}
	return
}

// visited does something with each line on its way, whatever comes of it.
func (c *Client) visited(b book, each func(string) (bool, error)) error {
	return filtered(b, 100, func(line string) (bool, error) { // region: none|nextitem
		c.send()
		return each(line)
	})
}
