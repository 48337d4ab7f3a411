package failover

import (
	"encoding/json"
	"net/http"
)

// A Member is read from what a server answers.
type clonedMember struct {
	memberAttr
	ID int
}

type memberAttr struct {
	URLs    []string
	Learner bool
}

type cloneCluster struct{ members map[int]*clonedMember }

func (c *cloneCluster) read(id int, data []byte) error {
	m := &clonedMember{ID: id}
	if err := json.Unmarshal(data, &m.memberAttr); err != nil {
		return err
	}
	c.members[id] = m
	return nil
}

func (m *clonedMember) Clone() *clonedMember {
	if m == nil {
		return nil
	}
	mm := &clonedMember{ID: m.ID, memberAttr: memberAttr{Learner: m.Learner}}
	if m.URLs != nil {
		mm.URLs = make([]string, len(m.URLs))
		copy(mm.URLs, m.URLs)
	}
	return mm
}

func (c *cloneCluster) Member(id int) *clonedMember { return c.members[id].Clone() }

// ask goes to one host after the other.
func (c *cloneCluster) ask() error {
	var err error
	for _, url := range c.Member(1).URLs { // region: failover attempts=URLs
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

// Ask asks all again.
func (c *cloneCluster) Ask() error {
	var err error
	for range 2 { // region: retry attempts=2 below=URLs
		if err = c.ask(); err == nil {
			return nil
		}
	}
	return err
}
