package proof

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgproto3"
	"go.mongodb.org/mongo-driver/x/bsonx/bsoncore"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

// closing ends each connection: an attempt is a connection.
var closing = each(func(_ net.Conn, op func() error) { _ = op() })

// redis speaks enough of the protocol to be connected to. An attempt is one of
// the commands; it is answered with what is given, or not at all.
func redis(answer string, commands ...string) server {
	return each(func(conn net.Conn, op func() error) {
		r := bufio.NewReader(conn)
		for {
			command, err := redisCommand(r)
			if err != nil {
				return
			}
			reply := "+OK\r\n"
			switch name := strings.ToUpper(command[0]); {
			case name == "HELLO":
				reply = "-ERR unknown command 'HELLO'\r\n"
			case slices.Contains(commands, name):
				if op() == nil {
					break
				}
				if answer == "" {
					return
				}
				reply = answer
			}
			if _, err := io.WriteString(conn, reply); err != nil {
				return
			}
		}
	})
}

// redisCommand reads a command and its arguments.
func redisCommand(r *bufio.Reader) ([]string, error) {
	n, err := redisLength(r)
	if err != nil {
		return nil, err
	}
	command := make([]string, n)
	for i := range command {
		length, err := redisLength(r)
		if err != nil {
			return nil, err
		}
		text := make([]byte, length+len("\r\n"))
		if _, err := io.ReadFull(r, text); err != nil {
			return nil, err
		}
		command[i] = string(text[:length])
	}
	return command, nil
}

// redisLength reads a line that is a sign and a number.
func redisLength(r *bufio.Reader) (int, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < 2 {
		return 0, fmt.Errorf("%q is no length", line)
	}
	return strconv.Atoi(strings.TrimSpace(line[1:]))
}

// nats speaks enough of the protocol to be connected to. An attempt is something
// published; nobody responds to it.
func nats(conn net.Conn, op func() error) {
	if _, err := io.WriteString(conn, `INFO {"server_id":"s","version":"2.12.0","proto":1,"max_payload":1048576,"headers":true,"host":"127.0.0.1","port":1}`+"\r\n"); err != nil {
		return
	}
	r := bufio.NewReader(conn)
	inbox := "" // the ID of the subscription to answers
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		reply := ""
		switch words[0] {
		case "PING":
			reply = "PONG\r\n"
		case "SUB":
			inbox = words[len(words)-1]
		case "PUB", "HPUB": // subject, inbox, sizes
			size, err := strconv.Atoi(words[len(words)-1])
			if err != nil {
				return
			}
			if _, err := io.CopyN(io.Discard, r, int64(size+len("\r\n"))); err != nil {
				return
			}
			if op() != nil && len(words) > 3 {
				const none = "NATS/1.0 503\r\n\r\n"
				reply = fmt.Sprintf("HMSG %s %s %d %d\r\n%s\r\n", words[2], inbox, len(none), len(none), none)
			} else if len(words) > 3 {
				const done = `{"stream":"s","seq":1}`
				reply = fmt.Sprintf("MSG %s %s %d\r\n%s\r\n", words[2], inbox, len(done), done)
			}
		}
		if _, err := io.WriteString(conn, reply); err != nil {
			return
		}
	}
}

// rpc answers calls of the methods whose names end so (all, if none is named)
// with a code, others with an empty message.
func rpc(code codes.Code, methods ...string) server {
	return func(l net.Listener, op func() error) {
		s := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
			if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
				return err
			}
			called, _ := grpc.MethodFromServerStream(stream)
			counts := len(methods) == 0 || slices.ContainsFunc(methods, func(m string) bool { return strings.HasSuffix(called, "/"+m) })
			if counts && op() != nil {
				return status.Error(code, "failed")
			}
			return stream.SendMsg(&emptypb.Empty{})
		}))
		_ = s.Serve(l)
		s.Stop()
	}
}

// postgres answers each statement that changes something with a serialization
// failure: an attempt.
func postgres(conn net.Conn, op func() error) {
	b := pgproto3.NewBackend(conn, conn)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	ready := byte('I')
	for {
		b.Send(&pgproto3.ReadyForQuery{TxStatus: ready})
		if b.Flush() != nil {
			return
		}
		message, err := b.Receive()
		query, ok := message.(*pgproto3.Query)
		if err != nil || !ok {
			return
		}
		command, _, _ := strings.Cut(strings.ToUpper(query.String), " ")
		if command == "UPDATE" && op() != nil {
			b.Send(&pgproto3.ErrorResponse{Severity: "ERROR", Code: "40001", Message: "restart transaction"})
			if ready == 'T' {
				ready = 'E'
			}
			continue
		}
		switch command {
		case "BEGIN":
			ready = 'T'
		case "COMMIT", "ROLLBACK":
			ready = 'I'
		}
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte(command)})
	}
}

// mongo is the primary of a replica set. An attempt is a find or an insert; the
// connection is closed then.
func mongo(conn net.Conn, op func() error) {
	hello := bsoncore.NewDocumentBuilder().
		AppendBoolean("isWritablePrimary", true).AppendString("setName", "rs").AppendString("me", "service.example:27017").
		AppendArray("hosts", bsoncore.NewArrayBuilder().AppendString("service.example:27017").Build()).
		AppendInt32("maxBsonObjectSize", 1<<24).AppendInt32("maxMessageSizeBytes", 48000000).AppendInt32("maxWriteBatchSize", 100000).
		AppendInt32("logicalSessionTimeoutMinutes", 30).AppendInt32("minWireVersion", 0).AppendInt32("maxWireVersion", 25).
		AppendDouble("ok", 1).Build()
	cursor := bsoncore.NewDocumentBuilder().AppendInt64("id", 0).AppendString("ns", "db.c").
		AppendArray("firstBatch", bsoncore.NewArrayBuilder().Build()).Build()
	done := bsoncore.NewDocumentBuilder().AppendInt32("n", 1).AppendDocument("cursor", cursor).AppendDouble("ok", 1).Build()
	const header, flags, message = 16, 4 + 1, 2013 // the kind of a section comes after the flags
	for id := uint32(1); ; id++ {
		head := make([]byte, header)
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		body := make([]byte, binary.LittleEndian.Uint32(head)-header)
		if _, err := io.ReadFull(conn, body); err != nil || len(body) < flags {
			return
		}
		first, err := bsoncore.Document(body[flags:]).IndexErr(0)
		if err != nil {
			return
		}
		reply := done
		switch first.Key() {
		case "hello":
			reply = hello
		case "find", "insert":
			if op() != nil {
				return
			}
		}
		var answer []byte
		for _, n := range []uint32{uint32(header + flags + len(reply)), id, binary.LittleEndian.Uint32(head[4:]), message, 0} {
			answer = binary.LittleEndian.AppendUint32(answer, n)
		}
		if _, err := conn.Write(append(append(answer, 0), reply...)); err != nil {
			return
		}
	}
}
