package dev.belljar.agent.sniff;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Extracts the server name from a TLS ClientHello, however it is split into records, and whether the hello
/// contains an encrypted one.
final class TlsHello {
    private static final int HANDSHAKE = 22;
    private static final int MAJOR = 3;
    private static final int RECORD_HEADER = 5;
    private static final int MESSAGE_HEADER = 4;
    private static final int CLIENT_HELLO = 1;
    private static final int SERVER_NAME = 0;
    private static final int ENCRYPTED_HELLO = 0xfe0d;
    private static final int LONGEST_RECORD = 16 * 1024;

    private TlsHello() {}

    static ProtocolSniffer read(ByteBuffer bytes) {
        ByteBuffer message = ByteBuffer.allocate(bytes.limit());
        int at = 0;
        int needed = MESSAGE_HEADER;
        while (message.position() < needed) {
            if (bytes.limit() < at + RECORD_HEADER) {
                return new ProtocolSniffer.Undecided();
            }
            int length = bytes.getShort(at + 3) & 0xffff;
            if (bytes.get(at) != HANDSHAKE || bytes.get(at + 1) != MAJOR || length == 0 || length > LONGEST_RECORD) {
                return new ProtocolSniffer.Broken("the TLS ClientHello is malformed");
            }
            int there = Math.min(length, bytes.limit() - at - RECORD_HEADER);
            message.put(bytes.slice(at + RECORD_HEADER, there));
            at += RECORD_HEADER + length;
            if (message.position() >= MESSAGE_HEADER) {
                needed = MESSAGE_HEADER + (message.getInt(0) & 0xff_ffff);
                if (message.get(0) != CLIENT_HELLO || needed > ProtocolSniffer.MOST) {
                    return new ProtocolSniffer.Broken("the TLS ClientHello is malformed");
                }
            }
        }
        return hello(message.slice(MESSAGE_HEADER, needed - MESSAGE_HEADER));
    }

    private static ProtocolSniffer hello(ByteBuffer hello) {
        try {
            hello.position(2 + 32);
            skip(hello, hello.get() & 0xff);
            skip(hello, hello.getShort() & 0xffff);
            skip(hello, hello.get() & 0xff);
            return hello.hasRemaining() ? extensions(cut(hello)) : new ProtocolSniffer.Tls(null);
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return new ProtocolSniffer.Broken("the TLS ClientHello has an invalid length");
        }
    }

    private static ProtocolSniffer extensions(ByteBuffer extensions) {
        ProtocolSniffer found = new ProtocolSniffer.Tls(null);
        boolean named = false;
        boolean encrypted = false;
        while (extensions.hasRemaining()) {
            int type = extensions.getShort() & 0xffff;
            ByteBuffer extension = cut(extensions);
            if (type == SERVER_NAME) {
                found = named
                        ? new ProtocolSniffer.Broken(
                                "the TLS ClientHello does not contain exactly one valid server name")
                        : name(extension);
                named = true;
            }
            encrypted |= type == ENCRYPTED_HELLO;
        }
        return encrypted && found instanceof ProtocolSniffer.Tls plain
                ? new ProtocolSniffer.Tls(plain.name(), true)
                : found;
    }

    /// The name in the body of a server name extension.
    static ProtocolSniffer name(ByteBuffer extension) {
        ByteBuffer names = cut(extension);
        int type = names.get();
        ByteBuffer name = cut(names);
        if (type != 0 || names.hasRemaining() || extension.hasRemaining()) {
            return new ProtocolSniffer.Broken("the TLS ClientHello does not contain exactly one valid server name");
        }
        String clean =
                ProtocolSniffer.clean(StandardCharsets.ISO_8859_1.decode(name).toString());
        return clean == null
                ? new ProtocolSniffer.Broken("the server name in the TLS ClientHello is not a valid host name")
                : new ProtocolSniffer.Tls(clean);
    }

    /// The bytes after a two-byte length.
    private static ByteBuffer cut(ByteBuffer bytes) {
        int length = bytes.getShort() & 0xffff;
        ByteBuffer part = bytes.slice(bytes.position(), length);
        skip(bytes, length);
        return part;
    }

    private static void skip(ByteBuffer bytes, int length) {
        bytes.position(bytes.position() + length);
    }
}
