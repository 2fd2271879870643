package dev.belljar.agent.sniff;

import org.jspecify.annotations.Nullable;

/// The protocol of a client's first bytes, and the server name in them.
public sealed interface ProtocolSniffer {
    /// The maximum number of examined bytes; a protocol that is not recognized by then never will be.
    int MOST = 16 * 1024;

    /// More bytes are needed.
    record Undecided() implements ProtocolSniffer {}

    /// A TLS ClientHello; `name` is in lower case, null if it names no server. An `encrypted` hello contains
    /// another that only its server can read (Encrypted ClientHello), or something like it: `name` may not be
    /// the real destination.
    record Tls(@Nullable String name, boolean encrypted) implements ProtocolSniffer {
        /// A hello that contains no other.
        public Tls(@Nullable String name) {
            this(name, false);
        }
    }

    /// The head of an HTTP request; `name` is lower case, without a port, and null when it names no server.
    record Http(@Nullable String name) implements ProtocolSniffer {}

    /// Another protocol.
    record Other() implements ProtocolSniffer {}

    /// Malformed TLS or HTTP, or bytes that could be parsed in two ways.
    record Broken(String why) implements ProtocolSniffer {}

    /// A server name in lower case; null for text that contains other characters than letters, digits, `-`, `_`
    /// and single inner dots.
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
