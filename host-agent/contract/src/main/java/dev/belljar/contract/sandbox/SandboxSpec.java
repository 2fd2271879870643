package dev.belljar.contract.sandbox;

/// The specification of a sandbox: the project's folder on the host, the backend and the limits. Only a request
/// changes it.
///
/// `plainFolder` is true when the project is not a git repository and is captured as one commit. `oneShot` is true for
/// a sandbox that exists for one command and is deleted afterwards.
public record SandboxSpec(
        String name, String project, String backend, MachineLimits limits, boolean plainFolder, boolean oneShot) {
    /// The specification of a sandbox that stays.
    public SandboxSpec(String name, String project, String backend, MachineLimits limits, boolean plainFolder) {
        this(name, project, backend, limits, plainFolder, false);
    }

    /// The specification with another name.
    public SandboxSpec withName(String other) {
        return new SandboxSpec(other, project, backend, limits, plainFolder, oneShot);
    }

    /// The specification with another name, of a sandbox that is not deleted after one command.
    public SandboxSpec kept(String other) {
        return new SandboxSpec(other, project, backend, limits, plainFolder, false);
    }

    /// The specification with other limits.
    public SandboxSpec withLimits(MachineLimits other) {
        return new SandboxSpec(name, project, backend, other, plainFolder, oneShot);
    }
}
