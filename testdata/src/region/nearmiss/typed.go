package nearmiss

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
)

type vault interface {
	open(ctx context.Context, password string) error
}

func ask(what string) string {
	fmt.Print(what, "? ")
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	return strings.TrimSpace(line)
}

// typed asks for another password.
func typed(ctx context.Context, v vault) {
	for { // region: other
		password := ask("password")
		err := v.open(ctx, password)
		if err == nil {
			return
		}
		fmt.Println(err)
	}
}

// typedOnce asks before.
func typedOnce(ctx context.Context, v vault) {
	password := ask("password")
	for { // region: retry
		err := v.open(ctx, password)
		if err == nil {
			return
		}
		fmt.Println(err)
	}
}
