package region

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// Found is what [Find] learns about one package.
type Found struct {
	// Regions lists the regions of each function that has some.
	Regions map[*ssa.Function][]*Region
	// Behaviors says what callers must know of each function; closures too.
	Behaviors map[*ssa.Function]*Behavior
	// Unheard holds the calls whose failure, alone, does not show in what their
	// function returns.
	Unheard map[ssa.CallInstruction]bool
	// Capped counts the walks that were given up because they grew too long:
	// what they would have proved is missing.
	Capped int
}

// Find analyzes all functions of a package, closures included, callees before
// callers. imported returns the behavior of a function of another package, or
// nil if nothing is known of it.
func Find(fns []*ssa.Function, imported func(*types.Func) *Behavior) *Found {
	f := &finder{
		found:      &Found{Regions: map[*ssa.Function][]*Region{}, Behaviors: map[*ssa.Function]*Behavior{}, Unheard: map[ssa.CallInstruction]bool{}},
		all:        fns,
		imported:   imported,
		foreign:    map[*types.Func]*Behavior{},
		methods:    map[string][]*ssa.Function{},
		callers:    map[*ssa.Function][]*ssa.Call{},
		early:      map[*ssa.Function]*Behavior{},
		ids:        newIDs(),
		nests:      map[*ssa.Function][]*cycle{},
		busy:       map[*ssa.Function]bool{},
		inlined:    map[inlineKey][]Abs{},
		statusy:    map[*ssa.Function]bool{},
		blamed:     map[*ssa.Function]map[ssa.Value]ssa.Instruction{},
		ended:      map[*ssa.Call]bool{},
		errorTypes: map[types.Type]bool{},
		lives:      map[*ssa.Function]*liveness{},
		arrived:    map[arrivalKey]map[*ssa.Call][]point{},
		loops:      map[arrivalKey]bool{},
		kept:       map[keepsake]bool{},
		yields:     map[keepsake]map[*ssa.Function]bool{},
	}
	for _, fn := range fns {
		if fn.Signature.Recv() != nil && fn.Synthetic == "" {
			f.methods[fn.Name()] = append(f.methods[fn.Name()], fn)
		}
	}
	for _, fn := range fns {
		for _, call := range calls(fn, nil) {
			if to := f.target(call.Common()); to != nil {
				f.callers[to] = append(f.callers[to], call)
			}
		}
	}
	for _, fn := range fns {
		f.behavior(fn)
	}
	for _, fn := range fns {
		if regions := f.regions(fn); len(regions) > 0 {
			f.found.Regions[fn] = regions
		}
		clear(f.arrived)
	}
	f.forgetPrivate()
	return f.found
}

// A finder holds what is known while one package is analyzed.
type finder struct {
	mu         sync.Mutex // passes may ask at the same time
	found      *Found
	all        []*ssa.Function
	globals    map[*ssa.Global][]ssa.Value // what is stored in them
	imported   func(*types.Func) *Behavior
	foreign    map[*types.Func]*Behavior // what imported has told
	callers    map[*ssa.Function][]*ssa.Call
	methods    map[string][]*ssa.Function // by name
	early      map[*ssa.Function]*Behavior
	ids        *ids
	nests      map[*ssa.Function][]*cycle
	stores     map[*ssa.Function]map[cell][]*ssa.Store
	busy       map[*ssa.Function]bool // whose behavior is being computed
	inlined    map[inlineKey][]Abs
	statusy    map[*ssa.Function]bool
	blamed     map[*ssa.Function]map[ssa.Value]ssa.Instruction // see blames
	errorTypes map[types.Type]bool                             // see isFault
	ended      map[*ssa.Call]bool                              // questions of contexts that are asked after their end
	// statusFields are the fields that are compared with HTTP statuses, nil
	// until somebody asks.
	statusFields map[*types.Var]bool
	lives        map[*ssa.Function]*liveness
	arrived      map[arrivalKey]map[*ssa.Call][]point
	loops        map[arrivalKey]bool // whether the loop goes on when all succeeds
	kept         map[keepsake]bool
	yields       map[keepsake]map[*ssa.Function]bool
}

// maxAsked bounds how much the loops of one function can ask: of each call in a
// loop, what becomes of its failure in the blocks of that loop. The most that a
// function of etcd's server or of buildkit asks is 3,318. In a state machine of
// gotos, which a generator wrote, each state begins a loop that holds most of the
// others. Of such a function no loop is looked at.
const maxAsked = 50_000

// cycles returns the cycles of fn, computed once.
func (f *finder) cycles(fn *ssa.Function) []*cycle {
	nest, ok := f.nests[fn]
	if !ok {
		nest = cycles(fn)
		asked := 0
		for _, c := range nest {
			asked += len(calls(fn, c.blocks)) * len(c.blocks)
		}
		if asked > maxAsked {
			nest = nil
		}
		f.nests[fn] = nest
	}
	return nest
}

// cycleAt returns the cycle whose header is b, or nil.
func (f *finder) cycleAt(fn *ssa.Function, b *ssa.BasicBlock) *cycle {
	for _, c := range f.cycles(fn) {
		if c.header == b {
			return c
		}
	}
	return nil
}

// target returns the function of this package that a call runs, or nil: named,
// or a closure that the called variable is known to hold.
func (f *finder) target(c *ssa.CallCommon) *ssa.Function {
	if c.IsInvoke() {
		return nil
	}
	return f.resolve(c.Value, 0)
}

// resolve returns the function that a value holds, if it is only ever one.
func (f *finder) resolve(v ssa.Value, depth int) *ssa.Function {
	if depth > 8 {
		return nil // a chain of aliases this long is no alias
	}
	switch v := v.(type) {
	case *ssa.Function:
		if len(v.Blocks) > 0 {
			return v
		}
		if o := v.Origin(); o != nil && len(o.Blocks) > 0 {
			return o
		}
	case *ssa.MakeClosure:
		return f.resolve(v.Fn, depth+1)
	case *ssa.ChangeType:
		return f.resolve(v.X, depth+1)
	case *ssa.UnOp:
		if s := onlyStore(v.X); s != nil {
			return f.resolve(s, depth+1)
		}
	case *ssa.Call: // a function that another one returns
		if maker := f.resolve(v.Call.Value, depth+1); maker != nil && !v.Call.IsInvoke() {
			return f.returned(maker, depth+1)
		}
	}
	return nil
}

// returned returns the function that all returns of maker yield, or nil.
func (f *finder) returned(maker *ssa.Function, depth int) *ssa.Function {
	if maker.Signature.Results().Len() != 1 {
		return nil
	}
	var fn *ssa.Function
	for _, b := range maker.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) != 1 {
			continue
		}
		got := f.resolve(ret.Results[0], depth+1)
		if got == nil || fn != nil && fn != got {
			return nil
		}
		fn = got
	}
	return fn
}

// behaviorOf returns what is known of the function that a call runs.
func (f *finder) behaviorOf(c *ssa.CallCommon) *Behavior {
	if fn := f.target(c); fn != nil {
		return f.behavior(fn)
	}
	return f.importedBehavior(c)
}

func (f *finder) importedBehavior(c *ssa.CallCommon) *Behavior {
	if c.IsInvoke() || f.imported == nil {
		return nil
	}
	fn := calledFunc(c)
	if fn == nil {
		return nil
	}
	b, ok := f.foreign[fn]
	if !ok {
		b = f.imported(fn)
		f.foreign[fn] = b
	}
	return b
}
