package wires

import (
	"io"
	"log"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/raft"
)

// machine is the state that a log is applied to.
type machine struct{ op func() error }

func (m machine) Apply(*raft.Log) any                 { return m.op() }
func (m machine) Snapshot() (raft.FSMSnapshot, error) { return nil, raft.ErrNothingNewToSnapshot }
func (m machine) Restore(io.ReadCloser) error         { return nil }

// leader is the only member of its cluster.
func leader(op func() error) (*raft.Raft, error) {
	config := raft.DefaultConfig()
	config.LocalID = "1"
	config.Logger = hclog.NewNullLogger()
	address, transport := raft.NewInmemTransport("")
	store := raft.NewInmemStore()
	snapshots := raft.NewInmemSnapshotStore()
	members := raft.Configuration{Servers: []raft.Server{{ID: config.LocalID, Address: address}}}
	if err := raft.BootstrapCluster(config, store, store, snapshots, transport, members); err != nil {
		return nil, err
	}
	r, err := raft.NewRaft(config, machine{op}, store, store, snapshots, transport)
	if err != nil {
		return nil, err
	}
	if !<-r.LeaderCh() {
		log.Print("lost the lead")
	}
	return r, nil
}

func Raft(op func() error) error {
	r, err := leader(op)
	if err != nil {
		return err
	}
	defer func() { _ = r.Shutdown().Error() }()
	return twice(func() error {
		f := r.Apply([]byte("command"), time.Minute)
		if err := f.Error(); err != nil {
			return err
		}
		err, _ := f.Response().(error)
		return err
	})
}
