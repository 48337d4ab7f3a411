package failover

import "errors"

type seed interface {
	Init(id int) (string, error)
	Close() error
}

type cluster interface {
	leastLoaded() seed
	drop(seed)
}

// eachSeed asks one after the other until there is none left.
func eachSeed(c cluster) (string, error) {
	for s := c.leastLoaded(); s != nil; s = c.leastLoaded() { // region: failover
		answer, err := s.Init(1)
		if err == nil {
			return answer, nil
		}
		c.drop(s)
		_ = s.Close()
	}
	return "", errors.New("none left")
}

type node struct {
	nodes map[string]*node
	name  string
	get   func(path string) (string, error)
}

func (n *node) child() (*node, error) {
	c, ok := n.nodes[n.name]
	if !ok {
		return nil, errors.New("unknown")
	}
	return c, nil
}

func (n *node) query(path string) (string, error) { return n.get(path) }

// nearFirst asks the node, then the server: two receivers.
func (n *node) nearFirst(path string) (string, error) {
	c, _ := n.child()
	if c != nil {
		if r, err := c.query(path); err == nil {
			return r, nil
		}
	}
	return n.query(path)
}

type messages interface {
	fetch(seq uint64) (string, error)
}

// nextThere takes the next message that is there.
func nextThere(m messages, from, last uint64) (string, error) {
	off := uint64(0)
	for { // region: nextitem|failover
		msg, err := m.fetch(from + off)
		if err == nil {
			return msg, nil
		}
		off++
		if from+off > last {
			return "", err
		}
	}
}
