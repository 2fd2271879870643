package dev.belljar.agent.sockets;

import dev.belljar.agent.packet.IpAddress;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/// The addresses of the host's interfaces, read again after a while.
final class HostAddresses {
    private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();

    private Set<IpAddress> known = Set.of();
    private long readAt;
    private boolean read;

    boolean contains(IpAddress address) {
        if (!read || System.nanoTime() - readAt > KEPT_NANOS) {
            refresh();
        }
        return known.contains(address);
    }

    private void refresh() {
        Set<IpAddress> found = new HashSet<>();
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .forEach(address -> add(found, address));
            known = Set.copyOf(found);
        } catch (SocketException e) {
            // The last addresses stay in use; an address added since is usually in a private range, which is
            // protected all the same.
        }
        readAt = System.nanoTime();
        read = true;
    }

    private static void add(Set<IpAddress> found, InetAddress address) {
        IpAddress own = IpAddress.of(address);
        if (own != null) {
            found.add(own);
        }
    }
}
