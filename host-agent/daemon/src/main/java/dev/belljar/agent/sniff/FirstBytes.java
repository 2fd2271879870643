package dev.belljar.agent.sniff;

import java.nio.ByteBuffer;

/// Recognizes the protocol of a client's first bytes.
public final class FirstBytes {
    private FirstBytes() {}

    /// Parses a connection's first bytes, from the buffer's position; `all` says that no more bytes will come.
    public static ProtocolSniffer sniff(ByteBuffer first, boolean all) {
        ByteBuffer bytes = first.slice();
        boolean last = all || bytes.remaining() >= ProtocolSniffer.MOST;
        if (!bytes.hasRemaining()) {
            return last ? new ProtocolSniffer.Other() : new ProtocolSniffer.Undecided();
        }
        ProtocolSniffer tls = TlsRecord.read(bytes);
        ProtocolSniffer sniffed = tls == null ? SniffedHttpHead.read(bytes) : tls;
        if (sniffed instanceof ProtocolSniffer.Undecided && last) {
            // Bytes that could still become TLS or HTTP count as such without a name.
            return tls == null ? new ProtocolSniffer.Http(null) : new ProtocolSniffer.Tls(null);
        }
        return sniffed;
    }
}
