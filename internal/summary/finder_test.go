package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// findLoops is a stand-in for region.Find that takes every loop around a call
// that returns an error for a retry. The tests of this package are about what
// is made of regions, not about which loops are some.
func findLoops(fns []*ssa.Function, _ func(*types.Func) *region.Behavior) *region.Found {
	found := &region.Found{Regions: map[*ssa.Function][]*region.Region{}, Behaviors: map[*ssa.Function]*region.Behavior{}}
	helpers := map[*ssa.Function]int{}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			if r := loopRegion(fn, b); r != nil {
				found.Regions[fn] = append(found.Regions[fn], r)
				for _, t := range r.Trials {
					if p, ok := t.Common().Value.(*ssa.Parameter); ok {
						helpers[fn] = slices.Index(fn.Params, p)
					}
				}
			}
		}
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok || call.Call.StaticCallee() == nil {
					continue
				}
				callee := call.Call.StaticCallee()
				if o := callee.Origin(); o != nil {
					callee = o
				}
				if i, ok := helpers[callee]; ok {
					found.Regions[fn] = append(found.Regions[fn], &region.Region{
						Class: region.Retry, Kind: region.HelperCall, Fn: fn, Pos: call.Pos(), End: call.Pos(),
						Trials: []ssa.CallInstruction{call}, Callback: i,
					})
				}
			}
		}
	}
	return found
}

func loopRegion(fn *ssa.Function, header *ssa.BasicBlock) *region.Region {
	blocks := naturalLoop(header)
	if blocks == nil {
		return nil
	}
	r := &region.Region{
		Class: region.Retry, Kind: region.Loop, Fn: fn, Body: blocks,
		Limit: region.Limit{Kind: attempt.Unbounded}, Errors: errclass.Any, AllErrors: true, Callback: -1,
	}
	for _, b := range fn.Blocks {
		if !blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				if returnsError(instr) && !isPlain(instr) {
					r.Trials = append(r.Trials, instr)
					r.Pos = instr.Pos()
				}
			case *ssa.BinOp:
				if instr.Op != token.LSS {
					continue
				}
				r.Limit = region.Limit{Kind: attempt.Named, Value: instr.Y, Step: 1}
				if c, ok := instr.Y.(*ssa.Const); ok {
					r.Limit = region.Limit{Kind: attempt.Count, Add: c.Int64()}
				}
			}
		}
	}
	if len(r.Trials) == 0 {
		return nil
	}
	return r
}

func isPlain(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil {
		return false
	}
	switch fn.Pkg.Pkg.Path() {
	case "errors", "fmt", "context":
		return true
	}
	return false
}
