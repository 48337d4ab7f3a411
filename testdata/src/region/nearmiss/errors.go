package nearmiss

import (
	"context"
	"log"

	"region/nearmiss/codes"
)

type response struct {
	err      error
	canceled bool
}

// Err says what went wrong, as the other package puts it.
func (r *response) Err() error {
	if r.err != nil {
		return codes.Error(r.err)
	}
	if r.canceled {
		return codes.ErrCanceled
	}
	return nil
}

// asked looks at one answer twice.
func asked(answers <-chan *response) {
	for r := range answers { // region: worker|none
		if r.Err() != nil {
			log.Println("failed:", r.Err())
			return
		}
	}
}

type source interface{ fetch(name string) error }

// quietly logs what fails; it returns why it did not begin.
func quietly(ctx context.Context, s source, name string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := s.fetch(name); err != nil {
		log.Println(err)
	}
	return nil
}

// hopefully repeats what can fail, though not by the source.
func hopefully(ctx context.Context, s source) (err error) {
	for range 3 { // region: retry attempts=3
		if err = quietly(ctx, s, "a"); err == nil {
			return nil
		}
	}
	return err
}
