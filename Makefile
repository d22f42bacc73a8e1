# aegish: build, test, install. `make help` lists the targets.

GO        ?= go
PREFIX    ?= /usr/local
DESTDIR   ?=
DOC       ?= $(PREFIX)/share/doc/aegish
GOFLAGS   ?=
BIN       ?= bin
VERSION   ?=
EXTRA_LDFLAGS ?=
FUZZTIME  ?= 30s
# 500,000 scripts for the interpreter: so many of each seed, no longer than that each.
SCRIPTS     ?= 100000
SCRIPTSEEDS ?= 21 22 23 24 25
SCRIPTTIME  ?= 20m

LDFLAGS         := -s -w -buildid=$(if $(VERSION), -X github.com/aegish/aegish/internal/cli.release=$(VERSION)) $(EXTRA_LDFLAGS)
STATIC_LDFLAGS  := $(LDFLAGS) -linkmode external -extldflags -static
# landlocktsync leaves out go-landlock's way to call on all threads, libpsx;
# package landlock/threads has its own.
TAGS            := landlocktsync
STATIC_TAGS     := $(TAGS),netgo,osusergo
# The dropper begins at its own entry point, without the Go runtime: see the
# package comment of landlock/launch.
DROPPER_LDFLAGS := $(LDFLAGS) -E github.com/aegish/aegish/landlock/launch.start
ROOMS           := ./...

.PHONY: help build build-dynamic dropper install test test-system test-escape check bench bench-interp demo fuzz clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

build: dropper ## static binaries in bin/
	CGO_ENABLED=1 $(GO) build -trimpath -tags $(STATIC_TAGS) -ldflags '$(STATIC_LDFLAGS)' -o $(BIN)/aegish ./cmd/aegish

build-dynamic: dropper ## for hosts whose users come from a directory service (NSS)
	CGO_ENABLED=1 $(GO) build -trimpath -tags $(TAGS) -ldflags '$(LDFLAGS)' -o $(BIN)/aegish ./cmd/aegish

dropper:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '$(DROPPER_LDFLAGS)' -o $(BIN)/dropper ./cmd/dropper

install: ## into DESTDIR/PREFIX; nothing goes into /etc
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/aegish \
		$(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/man/man5 \
		$(DESTDIR)$(DOC)/examples/embed $(DESTDIR)$(DOC)/decisions
	install -m 0755 $(BIN)/aegish $(DESTDIR)$(PREFIX)/bin/aegish
	install -m 0755 $(BIN)/dropper $(DESTDIR)$(PREFIX)/libexec/aegish/dropper
	install -m 0644 docs/man/aegish.1 $(DESTDIR)$(PREFIX)/share/man/man1/aegish.1
	install -m 0644 docs/man/aegish.toml.5 $(DESTDIR)$(PREFIX)/share/man/man5/aegish.toml.5
	install -m 0644 README.md LICENSE docs/*.md $(DESTDIR)$(DOC)/
	install -m 0644 docs/decisions/*.md $(DESTDIR)$(DOC)/decisions/
	install -m 0644 docs/examples/*.toml $(DESTDIR)$(DOC)/examples/
	install -m 0644 docs/examples/embed/main.go $(DESTDIR)$(DOC)/examples/embed/
	sed -i -E 's,\]\(docs/,](,g; s,\]\(man/([^)]*)\.([15])\),](../../man/man\2/\1.\2),g' $(DESTDIR)$(DOC)/*.md

test: ## every test that needs only Go, gcc, make and bash
	$(GO) test $(ROOMS)

test-system: ## tests that need root, other users, sshd, more packages or more time
	$(GO) test -tags system -count=1 ./internal/systemtest/...
	AEGISH_VFS_RACE=30s $(GO) test -count=1 -timeout 5m -run Race ./interp/vfs/host ./interp/worldtest

test-escape: ## of these, the ways to a shell under deny_shells
	AEGISH_REQUIRE_LANDLOCK=1 $(GO) test -tags system -count=1 -run Escape ./internal/systemtest

check: ## formatting, vet, staticcheck, race, layering, tidy
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'run gofmt -w on these'; exit 1; }
	$(GO) vet $(ROOMS)
	$(GO) tool staticcheck $(ROOMS)
	$(GO) mod tidy -diff
	$(GO) test -race -short $(ROOMS)

bench: build ## ratios to plain bash, in one run
	$(GO) run ./internal/bench -bin $(BIN)

bench-interp: build ## ratios of the interpreter to bash
	$(GO) run ./internal/bench/interp -bin $(BIN)

demo: build ## a real session to follow
	@./docs/demo/demo.sh $(BIN)

fuzz: ## every fuzz target for FUZZTIME, and the long comparisons with bash
	@for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
		done; \
	done
	for seed in $(SCRIPTSEEDS); do \
		AEGISH_SCRIPT_N=$(SCRIPTS) AEGISH_SCRIPT_SEED=$$seed AEGISH_SCRIPT_TIME=$(SCRIPTTIME) \
			$(GO) test -count=1 -run GeneratedScripts -timeout 0 -v ./interp/bashtest || exit 1; \
	done
	AEGISH_GATE_N=260000 AEGISH_STREAM_N=2000 AEGISH_PROPERTY_N=4000 $(GO) test -count=1 -run "BashRunsExactly|Builtins|Variables|StreamsAgainstBash|SequencesAgainstBash" -timeout 0 ./bashast ./cmd/aegish

clean:
	rm -rf $(BIN)
