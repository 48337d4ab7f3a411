// Package timers has retries that a timer or ticker drives, and what else such
// loops do.
package timers

import (
	"context"
	"log"
	"net/http"
	"time"
)

func get(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func untilItWorks(ctx context.Context, url string) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for { // region: retry attempts=unbounded delay=fixed ctx=yes errors=all
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
			if err := get(url); err != nil {
				log.Print(err)
				continue
			}
			return nil
		}
	}
}

func rangeTicker(url string) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for range ticker.C { // region: retry attempts=unbounded delay=fixed ctx=no
		if get(url) == nil {
			break
		}
	}
}

func timerReset(ctx context.Context, url string) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	wait := time.Second
	for { // region: retry attempts=unbounded delay=exponential ctx=yes
		select {
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := get(url); err == nil {
			return nil
		}
		timer.Reset(wait)
		wait *= 2
	}
}

func withTimeout(url string) error {
	timeout := time.NewTimer(time.Minute)
	ticker := time.NewTicker(time.Second)
	defer timeout.Stop()
	defer ticker.Stop()
	var err error
	for { // region: retry attempts=time-bound delay=fixed
		select {
		case <-timeout.C:
			return err
		case <-ticker.C:
			if err = get(url); err == nil {
				return nil
			}
		}
	}
}

// Near misses.

func heartbeat(ctx context.Context, url string) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for { // region: periodic
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := get(url); err != nil {
				log.Print(err)
			}
		}
	}
}

func refresh(url string) {
	for { // region: periodic
		if err := get(url); err != nil {
			log.Print(err)
		}
		time.Sleep(time.Minute)
	}
}

// refreshSooner comes back earlier after a failure; success does not end it.
func refreshSooner(url string) {
	for { // region: periodic
		if err := get(url); err != nil {
			time.Sleep(time.Second)
			continue
		}
		time.Sleep(time.Minute)
	}
}

func untilFailure(url string) error {
	for range time.Tick(time.Second) { // region: other
		if err := get(url); err != nil {
			return err
		}
	}
	return nil
}

// many gets its next wake-up in one of many ways, and asks at once otherwise.
func many(ctx context.Context, url string, events <-chan int) {
	var wake <-chan time.Time
	for { // region: other
		select {
		case <-ctx.Done():
			return
		case <-wake:
			if err := get(url); err != nil {
				log.Print(err)
			}
		case event := <-events:
			switch event {
			case 0:
				continue
			case 1:
				wake = nil
			case 2:
				log.Print(event)
				continue
			case 3:
				if ctx.Err() == nil {
					continue
				}
			case 4:
				if event > len(url) {
					continue
				}
			case 5:
				if event < len(url) {
					continue
				}
			case 6:
				if get(url) != nil {
					continue
				}
			case 7:
				if get(url+"/next") != nil {
					continue
				}
			case 8:
				if event > cap(events) {
					continue
				}
			case 9:
				if event < cap(events) {
					continue
				}
			case 10:
				if get(url+"/last") == nil {
					continue
				}
			case 11:
				if event > len(url)+11 {
					continue
				}
			case 12:
				if event > len(url)+12 {
					continue
				}
			case 13:
				if event > len(url)+13 {
					continue
				}
			case 14:
				if event > len(url)+14 {
					continue
				}
			case 15:
				if event > len(url)+15 {
					continue
				}
			case 16:
				if event > len(url)+16 {
					continue
				}
			}
			wake = nil
		}
	}
}
