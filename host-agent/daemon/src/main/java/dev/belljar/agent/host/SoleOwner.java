package dev.belljar.agent.host;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A lock that only one host agent can hold for a data folder. The kernel releases it when the process ends in
/// any way.
public final class SoleOwner implements AutoCloseable {
    private final FileChannel channel;

    private SoleOwner(FileChannel channel) {
        this.channel = channel;
    }

    /// Takes the lock on this file.
    ///
    /// @throws HeldException when another process holds it
    /// @throws IOException when the file cannot be made
    public static SoleOwner of(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new HeldException(
                    file + " is locked: another host agent is using this data folder (see `belljar agent status`)");
        }
        return new SoleOwner(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /// Another process holds the lock.
    public static final class HeldException extends IOException {
        private static final long serialVersionUID = 1L;

        HeldException(String message) {
            super(message);
        }
    }
}
