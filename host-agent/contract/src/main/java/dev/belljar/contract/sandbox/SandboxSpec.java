package dev.belljar.contract.sandbox;

/// The specification of a sandbox: the project's folder on the host, the backend and the limits. Only a request
/// changes it.
///
/// `plainFolder` is true when the project is not a git repository and is captured as one commit.
public record SandboxSpec(String name, String project, String backend, MachineLimits limits, boolean plainFolder) {}
