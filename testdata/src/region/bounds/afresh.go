package bounds

import (
	"log"
	"time"
)

type chunk struct{ name string }

type fetcher interface {
	fetch(chunks []chunk) ([]chunk, error)
}

// oneByOne asks for each chunk alone, and for the same one again.
func oneByOne(f fetcher, chunks []chunk) (out []chunk) {
	for i := range chunks {
		one := []chunk{chunks[i]}
		var err error
		var retry int
		for retry = 4; retry >= 0; retry-- { // region: retry attempts=5 delay=fixed errors=all
			one, err = f.fetch(one)
			if err != nil {
				if retry == 0 {
					log.Println("giving up:", err)
				}
				log.Println("will retry:", err)
				one = []chunk{chunks[i]}
				time.Sleep(5 * time.Second)
			} else {
				break
			}
		}
		if retry < 0 {
			continue
		}
		out = append(out, one[0])
	}
	return out
}

// allTheRest goes on with what came back: the next part each time.
func allTheRest(f fetcher, chunks []chunk) (err error) {
	for range 4 { // region: other
		if chunks, err = f.fetch(chunks); err != nil || len(chunks) == 0 {
			return err
		}
	}
	return nil
}
