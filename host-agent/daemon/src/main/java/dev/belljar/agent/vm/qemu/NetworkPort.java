package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.qmp.Qmp;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Prepares the host's end of a machine's network card before the gateway connects.
///
/// QEMU 7.2 opens it on a separate thread and marks it as unconnected only when that is done: a guest that sends
/// a frame before crashes QEMU with a null pointer (net/stream.c; seen once in 75 machines that were resumed at
/// once). A booting machine never sends that early.
final class NetworkPort {
    private static final Logger LOG = LoggerFactory.getLogger(NetworkPort.class);
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration TICK = Duration.ofMillis(1);

    private NetworkPort() {}

    /// Waits until QEMU has accepted a first connection and has so initialized the port.
    static void settle(Qmp monitor, Path socket) throws VmException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            while (!connected(channel, socket) && System.nanoTime() < deadline) {
                Thread.sleep(TICK);
            }
            while (!shown(monitor).contains("unix:") && System.nanoTime() < deadline) {
                Thread.sleep(TICK);
            }
        } catch (IOException e) {
            LOG.warn("{}: {}", socket, e.getMessage());
        }
    }

    private static boolean connected(SocketChannel channel, Path socket) {
        try {
            return channel.isConnected() || channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false; // not bound yet
        }
    }

    private static String shown(Qmp monitor) throws VmException, InterruptedException {
        Map<String, Object> arguments = Map.of("command-line", "info network");
        return monitor.text("human-monitor-command", arguments);
    }
}
