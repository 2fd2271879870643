package dev.belljar.contract.sandbox;

/// The limits of a machine: memory and disk in MiB, virtual CPUs.
public record MachineLimits(int memoryMiB, int cpus, int diskMiB) {
    /// The smallest limits with which a machine can start.
    public static final MachineLimits LEAST = new MachineLimits(256, 1, 1024);

    public MachineLimits {
        if (memoryMiB <= 0 || cpus <= 0 || diskMiB <= 0) {
            throw new IllegalArgumentException(
                    "limits memory=%d MiB cpus=%d disk=%d MiB: each must be greater than zero"
                            .formatted(memoryMiB, cpus, diskMiB));
        }
    }
}
