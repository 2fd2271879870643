package dev.belljar.agent.sniff;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Judges a first record as TLS servers take it, not only as the standard has it.
///
/// Servers pass over warning alerts before the hello (Go's and BoringSSL), take hellos in SSLv2's format (OpenSSL and
/// BoringSSL), and hellos whose record has another version (Go's): whatever one of them reads on after must not count
/// as another protocol, or the hello behind it would name any server.
final class TlsRecord {
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int HEARTBEAT = 24;
    static final int MAJOR = 3;
    /// Go's servers take any version below 0x1000 in a first record.
    static final int LARGEST_MAJOR = 0x0f;
    private static final int RECORD_HEADER = 5;
    private static final int CLIENT_HELLO = 1;
    private static final int LONGEST = 16 * 1024;

    private TlsRecord() {}

    /// What begins with these bytes, of which there is one at least; null when no TLS server would read on.
    static @Nullable ProtocolSniffer read(ByteBuffer bytes) {
        int type = bytes.get(0) & 0xff;
        if (type >= 0x80) {
            return old(bytes);
        }
        if (type < CHANGE_CIPHER_SPEC || type > HEARTBEAT) {
            return null;
        }
        if (bytes.limit() < 2) {
            return new ProtocolSniffer.Undecided();
        }
        if (bytes.get(1) != MAJOR) {
            return strange(type, bytes);
        }
        return type == HANDSHAKE
                ? TlsHello.read(bytes)
                : new ProtocolSniffer.Broken("it begins with a TLS record that is no hello");
    }

    /// A hello in the format of SSLv2: it can name no server.
    private static @Nullable ProtocolSniffer old(ByteBuffer bytes) {
        if (bytes.limit() > 2 && bytes.get(2) != CLIENT_HELLO) {
            return null;
        }
        if (bytes.limit() < 4) {
            return new ProtocolSniffer.Undecided();
        }
        int major = bytes.get(3);
        return major == 0 || major == 2 || major == MAJOR
                ? new ProtocolSniffer.Broken("its TLS hello is in the format of SSLv2, which names no server")
                : null;
    }

    /// A record of another version than any TLS has: other protocols begin so too (lengths with the low byte first),
    /// so that it must look like a hello or an alert in what follows.
    private static @Nullable ProtocolSniffer strange(int type, ByteBuffer bytes) {
        int major = bytes.get(1) & 0xff;
        if (major > LARGEST_MAJOR || (type != HANDSHAKE && type != ALERT)) {
            return null;
        }
        if (bytes.limit() <= RECORD_HEADER) {
            return new ProtocolSniffer.Undecided();
        }
        int length = bytes.getShort(3) & 0xffff;
        int first = bytes.get(RECORD_HEADER);
        boolean hello = type == HANDSHAKE && length > 0 && length <= LONGEST && first == CLIENT_HELLO;
        boolean alert = type == ALERT && length == 2 && (first == 1 || first == 2);
        return hello || alert ? new ProtocolSniffer.Broken("it begins with a TLS record of no known version") : null;
    }
}
