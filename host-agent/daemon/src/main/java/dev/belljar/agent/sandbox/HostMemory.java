package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.Folders;
import java.io.IOException;

/// Refuses what would need more memory than the host has free, before anything is begun.
final class HostMemory {
    private static final long MIB = 1 << 20;
    /// What a copy of a machine takes for itself when it goes on: QEMU, its translated code and the first pages.
    private static final long EACH = 192 * MIB;

    private HostMemory() {}

    static void require(Folders folders, int machines) throws SandboxException {
        try {
            long free = HostFigures.now(folders.data()).memoryFree();
            if (free < machines * EACH) {
                throw new SandboxException(
                        SandboxException.NO_MEMORY,
                        "the host has %,d MiB of memory free: expected at least %,d MiB for %d more machines"
                                .formatted(free / MIB, machines * EACH / MIB, machines),
                        "Stop a sandbox, or ask for fewer branches.");
            }
        } catch (IOException e) {
            throw new SandboxException(SandboxException.NO_MEMORY, "free memory is not known: " + e.getMessage(), null);
        }
    }
}
