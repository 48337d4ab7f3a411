package bottoms

import "time"

type catalog interface {
	Dispense(name string) (any, error)
}

// Two implementations of which nothing more is known are no two operations.
type onDisk struct {
	open func(name string) (any, error)
}

func (c *onDisk) Dispense(name string) (any, error) { return c.open(name) }

type inMemory struct {
	Answer func(name string) (any, error)
}

func (c *inMemory) Dispense(name string) (any, error) { return c.Answer(name) }

type plugins struct{ from catalog }

func fromDisk(open func(string) (any, error)) *plugins { return &plugins{&onDisk{open}} }

func fromMemory(answer func(string) (any, error)) *plugins { return &plugins{&inMemory{answer}} }

func (p *plugins) get(name string) (v any, err error) {
	for range 2 {
		if v, err = p.from.Dispense(name); err == nil {
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (p *plugins) need(name string) (v any, err error) {
	for range 3 {
		if v, err = p.get(name); err == nil { // want `up to 6 calls of \(bottoms.catalog\).Dispense per request: 3 attempts here x 2 in \(\*plugins\).get`
			return v, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
