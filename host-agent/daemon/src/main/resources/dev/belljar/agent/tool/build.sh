# Runs in the machine as its user: builds the program BELLJAR_PROGRAM from the crate in BELLJAR_BUILD/crate with the Rust
# toolchain in BELLJAR_RUST. It uses only the dependencies in BELLJAR_BUILD/vendor, because the machine has no network.
set -eu
export PATH="$BELLJAR_RUST/bin:$PATH" CARGO_HOME="$BELLJAR_BUILD/cargo"
mkdir -p "$CARGO_HOME"
cat >"$CARGO_HOME/config.toml" <<TOML
[source.crates-io]
replace-with = "vendored"
[source.vendored]
directory = "$BELLJAR_BUILD/vendor"
TOML
cd "$BELLJAR_BUILD/crate"
exec cargo build --frozen --release --bin "$BELLJAR_PROGRAM" --target-dir "$BELLJAR_BUILD/target"
