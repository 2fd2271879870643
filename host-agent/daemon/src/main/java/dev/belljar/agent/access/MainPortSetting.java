package dev.belljar.agent.access;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.portforward.PortForwardException;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The main port that the user chose for a sandbox: a small file in the sandbox's folder, read once.
public final class MainPortSetting {
    private static final Logger LOG = LoggerFactory.getLogger(MainPortSetting.class);

    private final Path file;
    private volatile @Nullable Integer port;

    private MainPortSetting(Path file, @Nullable Integer port) {
        this.file = file;
        this.port = port;
    }

    /// Reads the port stored in this sandbox's folder. An unreadable file counts as no choice.
    static MainPortSetting in(Path folder) {
        Path file = folder.resolve("main-port");
        try {
            String text = Files.exists(file) ? Files.readString(file).strip() : "";
            return new MainPortSetting(file, text.matches("[1-9][0-9]{0,4}") ? Integer.valueOf(text) : null);
        } catch (IOException e) {
            LOG.warn("{}: the main port cannot be read: {}", file, e.getMessage());
            return new MainPortSetting(file, null);
        }
    }

    /// The port that the user chose, null for none.
    public @Nullable Integer get() {
        return port;
    }

    /// Stores another port, or none if null.
    ///
    /// @throws PortForwardException when the number is not a port, or the file cannot be written
    public void set(@Nullable Integer chosen) throws PortForwardException {
        if (chosen != null) {
            int _ = PortForwardException.port("port", chosen);
        }
        try {
            if (chosen == null) {
                Files.deleteIfExists(file);
            } else {
                DurableFile.write(file, chosen + "\n");
            }
            port = chosen;
        } catch (IOException e) {
            throw new PortForwardException(
                    PortForwardException.UNWRITABLE,
                    "the main port could not be saved in %s: %s".formatted(file, FileErrors.reason(e)),
                    "Free some space on that disk, and check that you own the file.",
                    e);
        }
    }
}
