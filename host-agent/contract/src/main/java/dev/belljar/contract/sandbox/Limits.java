package dev.belljar.contract.sandbox;

/// What a machine may use: memory and disk in MiB, virtual CPUs.
public record Limits(int memoryMiB, int cpus, int diskMiB) {
    /// The least a machine can start with.
    public static final Limits LEAST = new Limits(256, 1, 1024);

    public Limits {
        if (memoryMiB <= 0 || cpus <= 0 || diskMiB <= 0) {
            throw new IllegalArgumentException("limits memory=%d MiB cpus=%d disk=%d MiB: each must be above zero"
                    .formatted(memoryMiB, cpus, diskMiB));
        }
    }
}
