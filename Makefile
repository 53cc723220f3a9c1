# What there is to do here. Every target works on a fresh machine that has a Swift toolchain.

.PHONY: help setup demo test torture fuzz mutate sanitize clients lint format docs bench peers install clean

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## installs the C libraries, SQLite and libsodium, where they are missing
	@Scripts/setup.sh

demo: setup ## shows the main job on a new keychain in a temporary folder
	swift build --product security
	@Scripts/demo.sh "$$(swift build --show-bin-path)/security"

test: ## runs every test; valgrind, which looks for leaks, and strace, which sees flushes, are installed as well
	@Scripts/setup.sh valgrind strace
	swift test --disable-xctest

clients: setup ## builds and runs sources written for Apple's platforms, and the example of a port
	@Scripts/clients.sh

torture: setup ## crashes, kills, faults, attacks in their thousands, then every test under the sanitizers; RUNS chooses
	swift build -c release -Xswiftc -DDEBUG --scratch-path .build/torture --product TortureTool
	@.build/torture/release/TortureTool $(RUNS)
	@if [ -z "$(RUNS)" ]; then Scripts/sanitize.sh address && Scripts/sanitize.sh thread; fi

fuzz: setup ## fuzzes what reads a stranger's bytes: T=target, by itself every one, S=seconds each, by itself 60
	@Scripts/fuzz.sh "$(or $(S),60)" $(T)

mutate: setup ## takes each verification out in turn and sees whether a test notices: P=part of a file's name or line
	swift run MutationTool $(P)

sanitize: setup ## runs the tests under the address and the thread sanitizer
	@Scripts/sanitize.sh address
	@Scripts/sanitize.sh thread

lint: ## checks the layout of the sources
	swift format lint --strict --recursive schema Sources Tests Benchmarks Examples Package.swift

format: ## lays the sources out
	swift format --in-place --recursive schema Sources Tests Benchmarks Examples Package.swift

docs: setup ## builds the documentation of KeychainKit and Security into docs-build/
	@Scripts/docs.sh docs-build

bench: setup ## measures, beside the bare cost of the same work in C
	swift run -c release benchmarks

peers: ## measures other stores of secrets beside the keychain, which it installs where they are missing
	@Scripts/peers.sh

install: setup ## builds the library for C and installs it below PREFIX, by itself /usr/local
	@Scripts/install.sh "$(or $(PREFIX),/usr/local)"

clean: ## removes what was built
	rm -rf .build docs-build
