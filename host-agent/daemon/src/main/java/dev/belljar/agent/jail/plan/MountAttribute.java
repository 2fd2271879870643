package dev.belljar.agent.jail.plan;

/// What a mount permits.
public enum MountAttribute {
    WRITE(1),
    NOEXEC(2),
    DEVICE(4),
    /// Nothing happens if the source, or the target of a mask, does not exist.
    OPTIONAL(8),
    MAPPED(16),
    /// The first access is held and asked.
    ASK(32);

    private final int bit;

    MountAttribute(int bit) {
        this.bit = bit;
    }

    /// The bit in a plan's binary form.
    int bit() {
        return bit;
    }
}
