package dev.belljar.agent.status;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.snapshot.PausedMachines;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The size of the warm pool: `BELLJAR_POOL`, by default one machine, and none while memory is short.
public record PoolSize(HostFolders folders, int most) implements PausedMachines.Size {
    private static final Logger LOG = LoggerFactory.getLogger(PoolSize.class);
    /// With less free memory than this, in bytes, the memory is left to machines in use.
    private static final long PLENTY = 4L << 30;

    /// The size that this environment sets.
    ///
    /// @throws IOException when that is not a number from 0 to 8
    public static PoolSize of(Map<String, String> environment, HostFolders folders) throws IOException {
        String word = environment.getOrDefault("BELLJAR_POOL", "1");
        if (!word.matches("[0-8]")) {
            throw new IOException("BELLJAR_POOL is \"" + word + "\": expected a number of sandboxes, 0 to 8");
        }
        return new PoolSize(folders, Integer.parseInt(word));
    }

    @Override
    public int machines() {
        try {
            return HostFigures.now(folders.data()).memoryFree() < PLENTY ? 0 : most;
        } catch (IOException e) {
            LOG.warn("the free memory cannot be determined, so no machine is started in advance: {}", e.toString());
            return 0;
        }
    }
}
