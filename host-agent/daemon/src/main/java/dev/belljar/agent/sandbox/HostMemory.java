package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.HostFolders;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Refuses what would need more memory than the host has free, before anything is begun.
///
/// Memory is taken as it is touched, so a machine needs less to begin than it may have.
final class HostMemory {
    private static final Logger LOG = LoggerFactory.getLogger(HostMemory.class);
    private static final long MIB = 1 << 20;
    /// What a machine that goes on takes for itself: QEMU, its translated code and the first pages.
    static final long GOES_ON = 192 * MIB;
    /// What a machine touches until it has booted.
    static final long BOOTS = 384 * MIB;

    private HostMemory() {}

    /// Machines that are about to begin, each needing so many bytes.
    ///
    /// @throws SandboxException with both figures when there is less; a host that does not say is trusted
    static void require(HostFolders folders, int machines, long each) throws SandboxException {
        try {
            require(HostFigures.now(folders.data()).memoryFree(), machines, each);
        } catch (IOException e) {
            LOG.warn("free memory is not known: {}", e.toString());
        }
    }

    static void require(long free, int machines, long each) throws SandboxException {
        if (free < machines * each) {
            throw new SandboxException(
                    SandboxException.NO_MEMORY,
                    "the host has %,d MiB of memory free: expected at least %,d MiB for %s"
                            .formatted(
                                    free / MIB,
                                    machines * each / MIB,
                                    machines == 1 ? "one more machine" : machines + " more machines"),
                    "Stop a sandbox, close something, or ask for fewer branches.");
        }
    }
}
