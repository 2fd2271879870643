# Runs in the machine as root: installs the Rust programs that its arguments name, each with its version or "".
set -eu
CARGO_HOME=$(mktemp -d /var/tmp/belljar-cargo.XXXXXX)
export CARGO_HOME
trap 'rm -rf "$CARGO_HOME"' EXIT
while [ $# -ge 2 ]; do
    if [ -n "$2" ]; then
        cargo install --root /usr/local --version "$2" -- "$1"
    else
        cargo install --root /usr/local -- "$1"
    fi
    shift 2
done
