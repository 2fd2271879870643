package dev.belljar.agent.sniff;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Parses a possible TLS ClientHello byte by byte, keeping only the server name.
///
/// Bytes that do not fit a hello are another protocol, until so much has fitted that chance is excluded: from
/// the cipher suites on, such a hello is broken.
final class HelloMessage {
    /// The result of a byte: more bytes are needed, this is not a hello, or the result is known.
    enum Step {
        MORE,
        NONE,
        DONE
    }

    private enum Part {
        TYPE,
        LENGTH,
        VERSION,
        RANDOM,
        SESSION_LENGTH,
        SESSION,
        SUITES_LENGTH,
        SUITES,
        METHODS_LENGTH,
        METHODS,
        EXTENSIONS_LENGTH,
        EXTENSION_TYPE,
        EXTENSION_LENGTH,
        EXTENSION
    }

    private static final int CLIENT_HELLO = 1;
    private static final int MAJOR = 3;
    private static final int RANDOM = 32;
    private static final int LONGEST_SESSION = 32;
    private static final int SHORTEST = 2 + RANDOM + 1 + 2 + 2 + 1 + 1;
    /// The longest hello that OpenSSL accepts; other servers accept less.
    private static final int LONGEST = 131_396;
    private static final int SERVER_NAME = 0;
    private static final int LONGEST_NAME = 300;
    private static final int ENCRYPTED_HELLO = 0xfe0d;

    private Part part = Part.TYPE;
    private int partLeft = 1;
    private int number;
    private int left = Integer.MAX_VALUE;
    private int extension;
    private @Nullable ByteBuffer name;
    private boolean encrypted;
    private ProtocolSniffer sniffed = new ProtocolSniffer.Tls(null);

    /// The result, once parsing is done.
    ProtocolSniffer sniffed() {
        return encrypted && sniffed instanceof ProtocolSniffer.Tls plain
                ? new ProtocolSniffer.Tls(plain.name(), true)
                : sniffed;
    }

    /// Parses the next byte of the message.
    Step take(int value) {
        left--;
        number = number << 8 | value;
        if (part == Part.EXTENSION && extension == SERVER_NAME && name != null) {
            name.put((byte) value);
        }
        return --partLeft > 0 ? Step.MORE : ended(number);
    }

    private Step ended(int value) {
        number = 0;
        return switch (part) {
            case TYPE -> value == CLIENT_HELLO ? enter(Part.LENGTH, 3) : Step.NONE;
            case LENGTH -> length(value);
            case VERSION -> value >> 8 == MAJOR ? enter(Part.RANDOM, RANDOM) : Step.NONE;
            case RANDOM -> enter(Part.SESSION_LENGTH, 1);
            case SESSION_LENGTH -> value > LONGEST_SESSION ? Step.NONE : enter(Part.SESSION, value);
            case SESSION -> enter(Part.SUITES_LENGTH, 2);
            case SUITES_LENGTH -> suites(value);
            case SUITES -> enter(Part.METHODS_LENGTH, 1);
            case METHODS_LENGTH -> enter(Part.METHODS, value);
            case METHODS -> left == 0 ? Step.DONE : enter(Part.EXTENSIONS_LENGTH, 2);
            case EXTENSIONS_LENGTH -> value == left ? next() : broken("the TLS ClientHello has an invalid length");
            case EXTENSION_TYPE -> {
                extension = value;
                encrypted |= value == ENCRYPTED_HELLO;
                yield enter(Part.EXTENSION_LENGTH, 2);
            }
            case EXTENSION_LENGTH -> extension(value);
            case EXTENSION -> named();
        };
    }

    private Step enter(Part next, int length) {
        part = next;
        partLeft = length;
        if (length > left) {
            return broken("the TLS ClientHello has an invalid length");
        }
        return length == 0 ? ended(0) : Step.MORE;
    }

    private Step length(int value) {
        left = value;
        return value < SHORTEST || value > LONGEST ? Step.NONE : enter(Part.VERSION, 2);
    }

    private Step suites(int value) {
        if (value == 0 || value % 2 != 0 || value > left) {
            return Step.NONE;
        }
        // A whole first hello is at most this long, so the name of a longer one is not read either.
        return left > ProtocolSniffer.MOST ? broken("the TLS ClientHello is too long") : enter(Part.SUITES, value);
    }

    private Step extension(int length) {
        if (extension == SERVER_NAME) {
            if (name != null || length > LONGEST_NAME) {
                return broken("the TLS ClientHello does not contain exactly one valid server name");
            }
            name = ByteBuffer.allocate(length);
        }
        return enter(Part.EXTENSION, length);
    }

    private Step named() {
        if (extension == SERVER_NAME && name != null) {
            try {
                sniffed = TlsHello.name(name.flip());
            } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
                return broken("the TLS ClientHello has an invalid length");
            }
            if (sniffed instanceof ProtocolSniffer.Broken) {
                return Step.DONE;
            }
        }
        return next();
    }

    private Step next() {
        return left == 0 ? Step.DONE : enter(Part.EXTENSION_TYPE, 2);
    }

    private Step broken(String why) {
        sniffed = new ProtocolSniffer.Broken(why);
        return Step.DONE;
    }
}
