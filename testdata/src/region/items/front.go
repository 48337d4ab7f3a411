package items

import "errors"

type device interface {
	status() error
	name() string
}

type hub struct {
	devices []device
	next    *node
}

type node struct {
	device
	behind *node
}

// drop leaves out the devices in front that failed: each time another one.
func (h *hub) drop(until string) {
	for len(h.devices) > 0 { // region: nextitem|failover
		failure := h.devices[0].status()
		if h.devices[0].name() >= until || failure == nil {
			break
		}
		h.devices = h.devices[1:]
	}
}

// first asks one device after the other, in a list of links.
func (h *hub) first() error {
	for h.next != nil { // region: failover
		err := h.next.status()
		if err == nil {
			return nil
		}
		h.next = h.next.behind
	}
	return errors.New("none")
}

// front asks the same one again.
func (h *hub) front() error {
	for { // region: retry
		if err := h.devices[0].status(); err == nil {
			return nil
		}
	}
}
