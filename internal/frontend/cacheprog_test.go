package frontend

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// cacheProg is a helper as GOCACHEPROG names one: a build cache that machines
// share. The first argument is the directory that stands for the remote store,
// the second that of the machine.
func cacheProg() {
	if err := serveCache(os.Args[1], os.Args[2], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "cacheprog:", err)
		os.Exit(1)
	}
}

type cacheRequest struct {
	ID                 int64
	Command            string
	ActionID, OutputID []byte
	BodySize           int64
}

type cacheResponse struct {
	ID            int64
	KnownCommands []string `json:",omitempty"`
	Miss          bool     `json:",omitempty"`
	OutputID      []byte   `json:",omitempty"`
	Size          int64    `json:",omitempty"`
	Time          *time.Time
	DiskPath      string `json:",omitempty"`
}

func serveCache(remote, local string, in io.Reader, out io.Writer) error {
	for _, dir := range []string{remote, local} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return err
		}
	}
	enc, dec := json.NewEncoder(out), json.NewDecoder(bufio.NewReader(in))
	if err := enc.Encode(cacheResponse{KnownCommands: []string{"get", "put", "close"}}); err != nil {
		return err
	}
	for {
		var req cacheRequest
		err := dec.Decode(&req)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		resp := cacheResponse{ID: req.ID}
		switch req.Command {
		case "put":
			err = cachePut(remote, local, dec, req, &resp)
		case "get":
			err = cacheGet(remote, local, req, &resp)
		}
		if err != nil {
			return err
		}
		if err := enc.Encode(resp); err != nil {
			return err
		}
	}
}

func cachePut(remote, local string, dec *json.Decoder, req cacheRequest, resp *cacheResponse) error {
	var body []byte
	if req.BodySize > 0 {
		var text string
		if err := dec.Decode(&text); err != nil {
			return err
		}
		var err error
		if body, err = base64.StdEncoding.DecodeString(text); err != nil {
			return err
		}
	}
	action, output := hex.EncodeToString(req.ActionID), hex.EncodeToString(req.OutputID)
	resp.DiskPath = filepath.Join(local, "o-"+output)
	return errors.Join(
		os.WriteFile(resp.DiskPath, body, 0o666),
		os.WriteFile(filepath.Join(remote, "o-"+output), body, 0o666),
		os.WriteFile(filepath.Join(remote, "a-"+action), []byte(output), 0o666),
	)
}

func cacheGet(remote, local string, req cacheRequest, resp *cacheResponse) error {
	output, err := os.ReadFile(filepath.Join(remote, "a-"+hex.EncodeToString(req.ActionID)))
	if err != nil {
		resp.Miss = true
		return nil
	}
	body, err := os.ReadFile(filepath.Join(remote, "o-"+string(output)))
	if err != nil {
		return err
	}
	resp.DiskPath = filepath.Join(local, "o-"+string(output))
	if resp.OutputID, err = hex.DecodeString(string(output)); err != nil {
		return err
	}
	now := time.Now()
	resp.Size, resp.Time = int64(len(body)), &now
	return os.WriteFile(resp.DiskPath, body, 0o666)
}

// countVisit notes, where a script wants to know, that go vet had a package
// analyzed and did not find the answer in its cache.
func countVisit(args []string) {
	file := os.Getenv("VISITS")
	if file == "" || configFile(args) == "" {
		return
	}
	if f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err == nil {
		fmt.Fprintln(f, "visit")
		_ = f.Close()
	}
}
