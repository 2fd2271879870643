package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.packet.DhcpMessage;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MacAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The DHCP server of a machine's network: leases its one address to its one network card.
record DhcpServer(MacAddress guest) {
    private static final int LEASE_SECONDS = 365 * 24 * 3600;

    /// The answer to a client's message; empty if it gets none.
    Optional<byte[]> answer(DhcpMessage message) {
        if (!message.hardware().equals(guest) || !meant(message.server())) {
            return Optional.empty();
        }
        return switch (message.type()) {
            case DhcpMessage.DISCOVER -> Optional.of(message.answer(DhcpMessage.OFFER, Subnet.GUEST, settings(true)));
            case DhcpMessage.REQUEST -> Optional.of(confirm(message));
            case DhcpMessage.INFORM -> Optional.of(message.answer(DhcpMessage.ACK, IpAddress.NONE, settings(false)));
            default -> Optional.empty();
        };
    }

    private static boolean meant(@Nullable IpAddress server) {
        return server == null || server.equals(Subnet.GATEWAY);
    }

    private static byte[] confirm(DhcpMessage message) {
        IpAddress requested = message.requested() == null ? message.client() : message.requested();
        return requested.equals(Subnet.GUEST)
                ? message.answer(DhcpMessage.ACK, Subnet.GUEST, settings(true))
                : message.answer(DhcpMessage.NAK, IpAddress.NONE, server());
    }

    private static byte[] server() {
        return address(ByteBuffer.allocate(6), 54, Subnet.GATEWAY).array();
    }

    private static byte[] settings(boolean lease) {
        ByteBuffer options = ByteBuffer.allocate(lease ? 40 : 34);
        address(options, 54, Subnet.GATEWAY);
        if (lease) {
            options.put((byte) 51).put((byte) 4).putInt(LEASE_SECONDS);
        }
        address(options, 1, Subnet.MASK);
        address(options, 3, Subnet.GATEWAY);
        address(options, 6, Subnet.GATEWAY);
        options.put((byte) 26).put((byte) 2).putShort((short) Subnet.MTU);
        return address(options, 28, Subnet.BROADCAST).array();
    }

    private static ByteBuffer address(ByteBuffer options, int code, IpAddress address) {
        return options.put((byte) code).put((byte) 4).putInt((int) address.low());
    }
}
