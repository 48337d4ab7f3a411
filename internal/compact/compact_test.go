package compact_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/retryvet/retryvet/internal/compact"
)

type kind uint8

type part struct {
	Name string
	Kind kind
	N    int64
}

type whole struct {
	Parts   []part
	Texts   []string
	Numbers []int
	Raw     []byte
	Up, No  *part
	Yes     bool
	Most    uint64
}

var sample = whole{
	Parts:   []part{{"a", 3, math.MinInt64}, {"", 0, 7}},
	Texts:   []string{"example.com/p.T.f", "example.com/p.T.g", "", "x"},
	Numbers: []int{-1, 0, 1 << 40},
	Raw:     []byte{0, 255},
	Up:      &part{Name: "behind a pointer"},
	Yes:     true,
	Most:    math.MaxUint64,
}

func TestRoundTrip(t *testing.T) {
	for _, want := range []whole{{}, sample} {
		data := compact.Pack(&want)
		var got *whole
		if err := compact.Unpack(data, &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*got, want) {
			t.Errorf("got %+v, want %+v", *got, want)
		}
	}
}

func TestCommonBeginningsAreWrittenOnce(t *testing.T) {
	one := len(compact.Pack([]string{"example.com/a/rather/long/path.F"}))
	two := len(compact.Pack([]string{"example.com/a/rather/long/path.F", "example.com/a/rather/long/path.G"}))
	if two > one+3 {
		t.Errorf("the second name takes %d bytes", two-one)
	}
}

// Whatever the bytes are, reading ends, and takes no more memory than they do.
func FuzzUnpack(f *testing.F) {
	f.Add(compact.Pack(&sample))
	f.Add([]byte{1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		var got *whole
		_ = compact.Unpack(data, &got)
	})
}

func TestDamage(t *testing.T) {
	data := compact.Pack(&sample)
	for n := range data {
		var got *whole
		if compact.Unpack(data[:n], &got) == nil {
			t.Errorf("nobody sees that all after byte %d is missing", n)
		}
	}
}
