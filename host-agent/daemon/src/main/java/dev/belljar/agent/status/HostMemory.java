package dev.belljar.agent.status;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.sandbox.SandboxException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Refuses to start machines that would need more memory than the host has free.
///
/// Memory is allocated when it is touched, so a machine needs less at its start than its limit.
public final class HostMemory {
    private static final Logger LOG = LoggerFactory.getLogger(HostMemory.class);
    private static final long MIB = 1 << 20;
    /// What a resumed machine allocates: QEMU, its translated code and the first pages.
    public static final long GOES_ON = 192 * MIB;
    /// What a machine touches during its boot.
    public static final long BOOTS = 384 * MIB;

    private HostMemory() {}

    /// Requires memory for machines that are about to start, each needing so many bytes.
    ///
    /// @throws SandboxException with both figures when there is less; if the host's figure is unknown the start
    /// is allowed
    public static void require(HostFolders folders, int machines, long each) throws SandboxException {
        try {
            require(HostFigures.now(folders.data()).memoryFree(), machines, each);
        } catch (IOException e) {
            LOG.warn("the free memory cannot be determined: {}", e.toString());
        }
    }

    public static void require(long free, int machines, long each) throws SandboxException {
        if (free < machines * each) {
            throw new SandboxException(
                    SandboxException.NO_MEMORY,
                    "this computer has %,d MiB of free memory, but at least %,d MiB are needed for %s"
                            .formatted(
                                    free / MIB,
                                    machines * each / MIB,
                                    machines == 1 ? "one more sandbox" : machines + " more sandboxes"),
                    "Stop a sandbox, close other programs, or start fewer branches.");
        }
    }
}
