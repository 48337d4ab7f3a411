package helpers

import (
	"region/helpers/lib"
)

// The step says itself whether its failure is worth another one.

func transient(err error) bool {
	t, ok := err.(interface{ Temporary() bool })
	return ok && t.Temporary()
}

func (c *Client) paced(p *lib.Pacer) error {
	return p.Call(func() (bool, error) { // region: retry kind=inhouse-helper-call errors=predicate
		err := c.send()
		return transient(err), err
	})
}

func (c *Client) pacedOnce(p *lib.Pacer) error {
	return p.CallOnce(func() (bool, error) { // region: none
		err := c.send()
		return transient(err), err
	})
}

func (c *Client) pacedAlways(p *lib.Pacer) error {
	return lib.Paced(func() (bool, error) { // region: retry kind=inhouse-helper-call attempts=5 errors=all
		err := c.send()
		return err != nil, err
	})
}

// neverAgain is asked for another step in no case.
func (c *Client) neverAgain(p *lib.Pacer) error {
	return p.Call(func() (bool, error) { // region: other|none
		return false, c.send()
	})
}

func (c *Client) neverAgainPaced(p *lib.Pacer) error {
	return lib.Paced(func() (bool, error) { // region: other|none
		return false, c.send()
	})
}
