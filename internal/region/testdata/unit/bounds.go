// Package unit has small functions for the tests of package region.
package unit

import "time"

type op interface{ do() error }

type settings struct{ most int }

func below(o op) (err error) {
	for i := 0; i < 3; i++ {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func through(o op) (err error) {
	for i := 0; i <= 3; i++ {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func down(o op) (err error) {
	for left := 5; left > 0; left-- {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func bottom(o op) error {
	for i := 1; ; i++ {
		if err := o.do(); err == nil || i == 4 {
			return err
		}
	}
}

func firstTry(o op) error {
	err := o.do()
	for i := 0; err != nil && i < 2; i++ {
		err = o.do()
	}
	return err
}

func twoByTwo(o op) (err error) {
	for i := 0; i < 8; i += 2 {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func byParameter(o op, n int) (err error) {
	for i := 0; i < n; i++ {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func retriesOf(o op, s *settings) (err error) {
	for i := 0; i <= s.most; i++ {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func capped(o op, n int) (err error) {
	for i := 0; i < n && i < 6; i++ {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func overHosts(ops []op) (err error) {
	for _, o := range ops {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func timed(o op, within time.Duration) (err error) {
	for start := time.Now(); time.Since(start) < within; {
		if err = o.do(); err == nil {
			return nil
		}
	}
	return err
}

func endless(o op) {
	for o.do() != nil {
	}
}

func jumping(o op) error {
	tries := 0
again:
	err := o.do()
	if tries++; err != nil && tries < 3 {
		goto again
	}
	return err
}
