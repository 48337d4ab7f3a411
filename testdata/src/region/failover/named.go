package failover

import (
	"context"
	"errors"
	"strings"
)

// A path names a folder.
type path string

func (p path) parent() (path, string) {
	i := strings.LastIndexByte(string(p), '/')
	if i < 0 {
		return "", string(p)
	}
	return p[:i], string(p[i+1:])
}

var errGone = errors.New("gone")

func find(ctx context.Context, p path) error { return get(ctx, "store", string(p)) }

// missing lists the folders above one that are not there.
func missing(ctx context.Context, p path) []path {
	var out []path
	for dir, _ := p.parent(); len(dir) > 1; dir, _ = path(string(dir)).parent() { // region: other|failover
		if err := find(ctx, path(dir)); !errors.Is(err, errGone) {
			break
		}
		out = append(out, dir)
	}
	return out
}

// missingTexts does the same with plain texts.
func missingTexts(ctx context.Context, p path) []string {
	var out []string
	dir := string(p)
	for len(dir) > 1 { // region: other|failover
		if err := find(ctx, path(dir)); !errors.Is(err, errGone) {
			break
		}
		out = append(out, dir)
		up, _ := path(dir).parent()
		dir = string(up)
	}
	return out
}

// A shard is a part of what is stored.
type shard uint8

const shards = 14

func (c *Cluster) drop(ctx context.Context, s shard) error {
	return c.hosts[int(s)%len(c.hosts)].store(ctx, "drop")
}

// anyShard drops the one shard that still is there.
func (c *Cluster) anyShard(ctx context.Context) error {
	var err error
	for s := shard(0); s < shards; s++ { // region: failover
		if err = c.drop(ctx, s); err == nil {
			return nil
		}
	}
	return err
}

// numbered tells the host which attempt it is.
func (c *Cluster) numbered(ctx context.Context) error {
	var err error
	for attempt := 0; attempt < 3; attempt++ { // region: retry attempts=3
		if err = c.attempt(ctx, attempt); err == nil {
			return nil
		}
	}
	return err
}

func (c *Cluster) attempt(ctx context.Context, n int) error {
	if n > 0 {
		return c.hosts[0].store(ctx, "again")
	}
	return c.hosts[0].store(ctx, "first")
}
