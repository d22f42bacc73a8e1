// Package net has curl and wget, behind a list of what they may ask for.
//
// Nothing is allowed by default. A request has to match an entry of the list by
// method, scheme, host, port and path; each redirect is a request of its own;
// and the address that a connection really goes to must be a public one unless
// the entry says otherwise. What is sent is made of the parts that were
// compared, never of the text that the caller wrote. Proxies of the environment,
// credentials in URLs, other Host headers and certificates that do not verify
// are refused.
//
// It is the only package of the interpreter that may import net and net/http.
package net

import (
	"context"
	stdnet "net"
	"net/netip"
	"time"

	"github.com/aegish/aegish/interp/command"
)

// Family is the name that listings group these commands by.
const Family = "net"

// An Endpoint is what a request may go to.
type Endpoint struct {
	// Methods are in upper case; none stands for GET and HEAD.
	Methods []string
	// Scheme is http or https.
	Scheme string
	// Host has its port where that is not the scheme's own.
	Host string
	// Path is a prefix that ends where a component of the path does.
	Path string
	// Private lets the host be at a private, loopback or link-local address.
	Private bool
}

// Options are what the commands may do. The zero value allows nothing.
type Options struct {
	// Allow are the requests that can be made. An entry that is no valid URL
	// allows nothing.
	Allow []Endpoint
	// Timeout bounds one invocation; 0 is a minute.
	Timeout time.Duration
	// MaxResponse bounds the bytes of one response, also after it was
	// decompressed; 0 is 64 MiB.
	MaxResponse int64
	// Lookup finds the addresses of a host; nil is the host's resolver.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	// Dial connects to an address and port that were checked; nil is the
	// host's network. Where it leads is checked again before anything is sent.
	Dial func(ctx context.Context, network, address string) (stdnet.Conn, error)
}

const (
	defaultTimeout  = time.Minute
	defaultResponse = 64 << 20
)

// Commands returns the commands of the family by name.
func Commands(opts Options) map[string]command.Entry {
	if opts.Timeout <= 0 {
		opts.Timeout = defaultTimeout
	}
	if opts.MaxResponse <= 0 {
		opts.MaxResponse = defaultResponse
	}
	p := newPolicy(opts)
	entry := func(summary string, run func(context.Context, *command.Call, *policy) int) command.Entry {
		return command.Entry{Summary: summary, Family: Family, Command: command.Func(func(ctx context.Context, call *command.Call) int {
			ctx, cancel := context.WithTimeout(ctx, opts.Timeout)
			defer cancel()
			return run(ctx, call, p)
		})}
	}
	return map[string]command.Entry{
		"curl": entry("make requests that the configuration allows", curl),
		"wget": entry("fetch what the configuration allows", wget),
	}
}
