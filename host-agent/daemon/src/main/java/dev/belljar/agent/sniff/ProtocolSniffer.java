package dev.belljar.agent.sniff;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What a client's first bytes are, and the name of the server they ask for.
public sealed interface ProtocolSniffer {
    /// The bytes that are looked at; who has not made clear by then what this is will not.
    int MOST = 16 * 1024;

    /// The bytes do not say enough yet.
    record Undecided() implements ProtocolSniffer {}

    /// A TLS client's hello; `name` is lower case and null when it names no server. One that is `encrypted` carries
    /// another that only its server can read (Encrypted ClientHello), or what looks like it: `name` need not be
    /// whom it is for.
    record Tls(@Nullable String name, boolean encrypted) implements ProtocolSniffer {
        /// One that carries no other.
        public Tls(@Nullable String name) {
            this(name, false);
        }
    }

    /// The head of an HTTP request; `name` is lower case, without a port, and null when it names no server.
    record Http(@Nullable String name) implements ProtocolSniffer {}

    /// Neither of them.
    record Other() implements ProtocolSniffer {}

    /// Something that claims to be one of them and is wrong, or could be read in two ways.
    record Broken(String why) implements ProtocolSniffer {}

    /// Reads a connection's first bytes, from the buffer's position; `all` when no more are to be waited for.
    static ProtocolSniffer of(ByteBuffer first, boolean all) {
        ByteBuffer bytes = first.slice();
        boolean last = all || bytes.remaining() >= MOST;
        if (!bytes.hasRemaining()) {
            return last ? new Other() : new Undecided();
        }
        ProtocolSniffer tls = TlsRecord.read(bytes);
        ProtocolSniffer greeting = tls == null ? SniffedHttpHead.read(bytes) : tls;
        if (greeting instanceof Undecided && last) {
            // What could still become either is judged as if it hid its name.
            return tls == null ? new Http(null) : new Tls(null);
        }
        return greeting;
    }

    /// A server's name in lower case; null for what is not one of letters, digits, `-`, `_` and single
    /// inner dots.
    static @Nullable String clean(String name) {
        StringBuilder lower = new StringBuilder(name.length());
        char before = '.';
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            char small = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
            boolean plain =
                    (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9') || small == '-' || small == '_';
            if (!plain && (small != '.' || before == '.')) {
                return null;
            }
            lower.append(small);
            before = small;
        }
        return before == '.' || name.length() > 253 ? null : lower.toString();
    }
}
