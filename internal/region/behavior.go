package region

// A Behavior is what the callers of a function must know of it. It travels
// between packages inside the function's fact: plain data, no pointers into
// the program.
type Behavior struct{}
