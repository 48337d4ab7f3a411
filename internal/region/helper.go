package region

import "golang.org/x/tools/go/ssa"

func (f *finder) callRegions(fn *ssa.Function) []*Region { return nil }

func (f *finder) repeats(fn *ssa.Function, b *Behavior) {}
