package dev.belljar.agent.carry;

import dev.belljar.agent.packet.IpAddress;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// A name server the host asks.
public record NameServer(IpAddress address, int port) {
    private static final int LAST_PORT = 65_535;

    /// Reads `127.0.0.1:5353,192.0.2.1:53`.
    ///
    /// @throws IllegalArgumentException naming the part that is not an IPv4 address and a port
    public static List<NameServer> list(String text) {
        List<NameServer> servers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] words = part.strip().split(":", -1);
            IpAddress address = words.length == 2 ? IpAddress.of(InetAddress.ofLiteral(words[0])) : null;
            int port = words.length == 2 && words[1].matches("[0-9]{1,5}") ? Integer.parseInt(words[1]) : 0;
            if (address == null || port < 1 || port > LAST_PORT) {
                throw new IllegalArgumentException(
                        "name server \"" + part + "\": expected an address and a port such as 127.0.0.1:53");
            }
            servers.add(new NameServer(address, port));
        }
        return servers;
    }
}
