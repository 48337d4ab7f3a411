package detached

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

type tenantKey struct{}

func withTenant(ctx context.Context, r *http.Request) context.Context {
	return context.WithValue(ctx, tenantKey{}, r.Header.Get("Tenant"))
}

func tenant(ctx context.Context) (string, error) {
	if t, ok := ctx.Value(tenantKey{}).(string); ok && t != "" {
		return t, nil
	}
	return "", errors.New("no tenant")
}

func region(ctx context.Context, suffix string) (string, error) {
	t, err := tenant(ctx)
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(t, suffix), nil
}

// TenantOf uses a context to carry values only: there is nothing that could go on.
func TenantOf(r *http.Request) string {
	ctx := withTenant(context.Background(), r)
	t, _ := region(ctx, ".test")
	return t
}

func account(ctx context.Context, b backend) (string, error) {
	t, err := tenant(ctx)
	if err != nil {
		return "", err
	}
	return t, b.Put(ctx, t, "")
}

// AccountOf hands it on as well.
func AccountOf(r *http.Request, b backend) string {
	ctx := withTenant(context.Background(), r) // want `a context derives from context.Background although r.Context\(\) is in reach|detached.account gets context.Background although r.Context\(\) is in reach`
	t, _ := account(ctx, b)
	return t
}
