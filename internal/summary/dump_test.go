package summary

import (
	"fmt"
	"os"
	"strings"
)

func init() {
	if os.Getenv("DUMP") == "" {
		return
	}
	debug = func(e *engine, order []*summary) {
		for _, s := range order {
			if !strings.Contains(s.name, os.Getenv("DUMP")) {
				continue
			}
			fmt.Println("==", s.name)
			for _, r := range s.results {
				fmt.Println("  result", r)
			}
			for i, r := range s.out {
				fmt.Println("  out", i, r)
			}
			for _, p := range s.paths {
				fmt.Print("  path ")
				for _, l := range p.layers {
					fmt.Print(l.fn, " ", l.limit.value, e.boundOf(l.limit), l.sees, " > ")
				}
				fmt.Println(p.end, p.leaf, p.here)
			}
			for _, r := range s.effects {
				fmt.Println("  effect", r.place, r.value)
			}
		}
		for k, bs := range e.heap.places {
			for _, b := range bs {
				fmt.Println("  heap", k, b.value)
			}
		}
	}
}
