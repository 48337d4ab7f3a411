package region

import "golang.org/x/tools/go/ssa"

// counting makes a walk count how often the trials run until the walk ends.
type counting struct {
	trials map[ssa.CallInstruction]bool
	loop   *cycle
	given  []Abs // what the trials return, when it is not what fails
	most   int   // attempts after which the walk gives up counting
	// rounds says that the trials are in a loop within the one that is counted:
	// however often that makes them, it is one attempt of the outer one.
	rounds bool
	// limit replaces an operand of a comparison by a small number, so that the
	// form of the bound can be read off two counts.
	limit map[ssa.Value]int64
}

// follows reports whether counters of loop c are followed.
func (c *counting) follows(loop *cycle) bool { return loop == c.loop }
