package dev.belljar.agent.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The boot of this host: its kernel's boot id (random(4)), which changes at each boot.
public final class HostBoot {
    private static final Path ID = Path.of("/proc/sys/kernel/random/boot_id");

    private HostBoot() {}

    /// The id of this boot.
    public static String id() {
        try {
            return Files.readString(ID, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(
                    ID + ": cannot be read; every Linux system has this file, and Belljar needs it", e);
        }
    }
}
