package dev.belljar.agent.tool;

/// A program that is published as a crate, in the version that is built: `program` is its executable, `crates`
/// the number of crates in its build (for percentages), `cargo` the minor version of the oldest cargo 1.x that
/// can build it.
public record Crate(String name, String version, String program, int crates, int cargo) {}
