package dev.belljar.agent.sniff;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Interprets the first record as TLS servers do, not only as the standard defines it.
///
/// Some servers skip warning alerts before the hello (Go's and BoringSSL), accept hellos in SSLv2's format
/// (OpenSSL and BoringSSL), and hellos whose record has another version (Go's): bytes after which one of them
/// continues to read must not count as another protocol, otherwise the hello after them could name any server.
final class TlsRecord {
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int HEARTBEAT = 24;
    static final int MAJOR = 3;
    /// Go's servers accept any version below 0x1000 in a first record.
    static final int LARGEST_MAJOR = 0x0f;
    private static final int RECORD_HEADER = 5;
    private static final int CLIENT_HELLO = 1;
    private static final int LONGEST = 16 * 1024;

    private TlsRecord() {}

    /// The result for these bytes, at least one; null if no TLS server would continue to read.
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
                : new ProtocolSniffer.Broken("the connection begins with a TLS record that is not a ClientHello");
    }

    /// A hello in the SSLv2 format, which cannot name a server.
    private static @Nullable ProtocolSniffer old(ByteBuffer bytes) {
        if (bytes.limit() > 2 && bytes.get(2) != CLIENT_HELLO) {
            return null;
        }
        if (bytes.limit() < 4) {
            return new ProtocolSniffer.Undecided();
        }
        int major = bytes.get(3);
        return major == 0 || major == 2 || major == MAJOR
                ? new ProtocolSniffer.Broken("the TLS ClientHello is in SSLv2 format, which cannot name a server")
                : null;
    }

    /// A record with a version that TLS does not have: other protocols begin so too (with little-endian
    /// lengths), so the following bytes must look like a hello or an alert.
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
        return hello || alert
                ? new ProtocolSniffer.Broken("the connection begins with a TLS record of an unknown version")
                : null;
    }
}
