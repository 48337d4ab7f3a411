package lib

import (
	"log"
	"time"
)

// A Step says whether to take it again.
type Step func() (again bool, err error)

// A Pacer takes steps by way of a function that its owner chooses.
type Pacer struct {
	tries  int
	invoke func(try, tries int, step Step) (bool, error)
}

// NewPacer returns one that takes a step up to three times.
func NewPacer() *Pacer { return &Pacer{tries: 3, invoke: logged} }

func logged(try, tries int, step Step) (again bool, err error) {
	again, err = step()
	if again {
		log.Println("attempt", try, "of", tries, "failed:", err)
	}
	return again, err
}

// Call takes a step until it says that it is done.
func (p *Pacer) Call(step Step) error {
	return p.call(step, p.tries) // region: retry kind=inhouse-helper-def attempts=3
}

// CallOnce takes it once.
func (p *Pacer) CallOnce(step Step) error {
	return p.call(step, 1) // region: none
}

func (p *Pacer) call(step Step, tries int) (err error) {
	var again bool
	for i := 1; i <= tries; i++ { // region: retry|other|none
		again, err = p.invoke(i, tries, step)
		if !again {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// Paced takes it by way of a function that it knows.
func Paced(step Step) (err error) {
	for i := range 5 { // region: other|retry|none
		var again bool
		if again, err = logged(i, 5, step); !again {
			return err
		}
	}
	return err
}
