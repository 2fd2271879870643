package dev.belljar.agent.jail.plan;

/// What a mount permits, in the order of their bits in a plan's binary form.
public enum MountAttribute {
    WRITE,
    NOEXEC,
    DEVICE,
    /// Nothing happens if the source, or the target of a mask, does not exist.
    OPTIONAL,
    MAPPED,
    /// The first access is held and asked.
    ASK;

    int bit() {
        return 1 << ordinal();
    }
}
