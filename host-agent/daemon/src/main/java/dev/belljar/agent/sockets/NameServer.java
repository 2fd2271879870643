package dev.belljar.agent.sockets;

import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// A name server that the host uses.
public record NameServer(IpAddress address, int port) {
    /// Parses a list such as `127.0.0.1:5300,192.0.2.53:53`; an empty text gives an empty list.
    ///
    /// @throws IOException when an entry is not an IPv4 address with a port
    public static List<NameServer> parse(String words) throws IOException {
        List<NameServer> servers = new ArrayList<>();
        for (String word : words.isBlank() ? new String[0] : words.split(",", -1)) {
            servers.add(one(word.strip()));
        }
        return List.copyOf(servers);
    }

    private static NameServer one(String word) throws IOException {
        int colon = word.lastIndexOf(':');
        if (colon > 0 && word.substring(colon + 1).matches("[1-9][0-9]{0,4}")) {
            try {
                IpAddress address = IpAddress.of(InetAddress.ofLiteral(word.substring(0, colon)));
                int port = Integer.parseInt(word.substring(colon + 1));
                if (address != null && !address.six() && port <= 65_535) {
                    return new NameServer(address, port);
                }
            } catch (IllegalArgumentException e) {
                // The exception below reports it.
            }
        }
        throw new IOException(
                "BELLJAR_NAME_SERVERS has \"" + word + "\": expected ADDRESS:PORT, such as 192.0.2.53:53");
    }
}
