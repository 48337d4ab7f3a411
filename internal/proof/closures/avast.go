package closures

import (
	"time"

	avast3 "github.com/avast/retry-go/v3"
	avast4 "github.com/avast/retry-go/v4"
	avast5 "github.com/avast/retry-go/v5"
)

func AvastV3Default(op func() error) error { return avast3.Do(op) }

func AvastV3Zero(op func() error) error { return avast3.Do(op, avast3.Attempts(0)) }

func AvastV3(op func() error) error {
	return avast3.Do(op, avast3.Attempts(4), avast3.Delay(time.Second))
}

func AvastV4Default(op func() error) error { return avast4.Do(op) }

func AvastV4(op func() error) error {
	return avast4.Do(op, avast4.Attempts(3), avast4.DelayType(avast4.FixedDelay), avast4.LastErrorOnly(true))
}

func AvastV4Zero(op func() error) error {
	return avast4.Do(op, avast4.Attempts(0), avast4.MaxDelay(time.Minute))
}

func AvastV4Until(op func() error) error {
	return avast4.Do(op, avast4.UntilSucceeded(), avast4.MaxDelay(time.Minute))
}

func AvastV4Data(op func() error) error {
	_, err := avast4.DoWithData(func() (int, error) { return 0, op() }, avast4.Attempts(2))
	return err
}

func AvastV4List(op func() error) error {
	options := []avast4.Option{avast4.Attempts(6)}
	options = append(options, avast4.OnRetry(func(uint, error) {}))
	return avast4.Do(op, options...)
}

func AvastV5Default(op func() error) error { return avast5.New().Do(op) }

func AvastV5(op func() error) error {
	return avast5.New(avast5.Attempts(4), avast5.Delay(time.Second)).Do(op)
}

func AvastV5Zero(op func() error) error {
	return avast5.New(avast5.Attempts(0), avast5.MaxDelay(time.Minute)).Do(op)
}

func AvastV5Data(op func() error) error {
	_, err := avast5.NewWithData[int](avast5.Attempts(5)).Do(func() (int, error) { return 0, op() })
	return err
}
