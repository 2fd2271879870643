# Runs in the machine as its user: builds BELLJAR_PROGRAM of the crate in BELLJAR_BUILD/crate from the crates in
# BELLJAR_BUILD/vendor alone, with the Rust in BELLJAR_RUST.
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
