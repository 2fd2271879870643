package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vm.qmp.Qmp;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Sends a saved machine's device state to a waiting QEMU over a socket: QEMU's seccomp filter permits it no
/// helper program that reads the file.
final class StateFeed {
    private static final Duration LOADED = Duration.ofSeconds(20);
    private static final Duration TICK = Duration.ofMillis(1);

    private final Qmp monitor;
    private final MachineFiles files;

    StateFeed(Qmp monitor, MachineFiles files) {
        this.monitor = monitor;
        this.files = files;
    }

    /// Loads the device state and returns when QEMU has accepted it.
    ///
    /// @throws VmException when QEMU does not accept it
    void load(Path state) throws VmException, InterruptedException {
        Path socket = files.incoming();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(state));
            Files.deleteIfExists(socket);
            monitor.execute("migrate-incoming", Map.of("uri", "unix:" + socket));
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(socket));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
            awaitLoaded();
        } catch (IOException e) {
            throw new VmException(
                    VmException.NOT_STARTED,
                    state + ": QEMU did not accept this saved state: " + e.getMessage(),
                    null,
                    e);
        } finally {
            delete(socket);
        }
    }

    private void awaitLoaded() throws VmException, InterruptedException {
        long deadline = System.nanoTime() + LOADED.toNanos();
        while (monitor.status().equals("inmigrate")) {
            if (System.nanoTime() > deadline) {
                throw new VmException(
                        VmException.NOT_STARTED,
                        "QEMU did not load the saved state within " + LOADED.toSeconds() + " s",
                        null,
                        null);
            }
            Thread.sleep(TICK);
        }
    }

    private static void delete(Path socket) throws VmException {
        try {
            Files.deleteIfExists(socket);
        } catch (IOException e) {
            throw new VmException(VmException.NOT_STARTED, socket + ": cannot be deleted: " + e.getMessage(), null, e);
        }
    }
}
