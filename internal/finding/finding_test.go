package finding

import (
	"encoding/json"
	"testing"
)

func TestAmountsSurviveJSON(t *testing.T) {
	for amount, want := range map[Amount]string{
		"27":        `27`,
		"n+1":       `"n+1"`,
		"unbounded": `"unbounded"`,
		"":          `""`,
	} {
		data, err := json.Marshal(amount)
		if err != nil || string(data) != want {
			t.Errorf("%q is %s in JSON, %v; want %s", amount, data, err, want)
		}
		var back Amount
		if err := json.Unmarshal(data, &back); err != nil || back != amount {
			t.Errorf("%s comes back as %q, %v", data, back, err)
		}
	}
}

func TestFingerprintTellsNamesApart(t *testing.T) {
	a, b := fingerprint([]string{"p", "ab", "c"}), fingerprint([]string{"p", "a", "bc"})
	if a == b {
		t.Error("two identities have one fingerprint")
	}
	if len(a) != 16 {
		t.Errorf("the fingerprint %q is not 16 digits long", a)
	}
}

func TestOrder(t *testing.T) {
	at := func(file string, line, column int, message string) Finding {
		return Finding{Pos: Position{file, line, column}, Message: message}
	}
	sorted := []Finding{at("a", 1, 1, "x"), at("a", 1, 2, "a"), at("a", 1, 2, "b"), at("a", 2, 1, "a"), at("b", 1, 1, "a")}
	for i := range sorted {
		for j := range sorted {
			if got, want := Compare(sorted[i], sorted[j]) < 0, i < j; got != want {
				t.Errorf("%v before %v: %v", sorted[i], sorted[j], got)
			}
		}
	}
}
