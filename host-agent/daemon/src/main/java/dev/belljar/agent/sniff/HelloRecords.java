package dev.belljar.agent.sniff;

import dev.belljar.agent.sniff.HelloMessage.Step;

/// Parses TLS records that may contain a ClientHello byte by byte, starting after the first two bytes of the
/// first record.
///
/// Records with a version that TLS never had count too, because Go's servers accept them; the first such record
/// must contain the first byte of a hello, as those servers require, so that few other bytes look like one.
final class HelloRecords {
    private static final int CHANGE_CIPHER_SPEC = 20;
    private static final int HANDSHAKE = 22;
    private static final int HEARTBEAT = 24;
    private static final int LONGEST = 16 * 1024;
    private static final int MOST_EMPTY = 32;

    private final HelloMessage message = new HelloMessage();
    private int header = 2;
    private int type = HANDSHAKE;
    private int length;
    private int left;
    private int empty;
    private boolean between;
    private boolean first = true;
    private final boolean strange;

    /// `major` is the second byte of the first record.
    HelloRecords(int major) {
        strange = major != TlsRecord.MAJOR;
    }

    /// The result, once parsing is done: a hello, or why the bytes must not pass.
    ProtocolSniffer sniffed() {
        return between ? new ProtocolSniffer.Broken("the TLS ClientHello is malformed") : message.sniffed();
    }

    /// Parses the next byte.
    Step take(byte next) {
        int value = next & 0xff;
        if (left > 0) {
            left--;
            return message.take(value);
        }
        return switch (header++) {
            case 0 -> {
                type = value;
                yield value >= CHANGE_CIPHER_SPEC && value <= HEARTBEAT ? Step.MORE : Step.NONE;
            }
            case 1 -> value <= TlsRecord.LARGEST_MAJOR ? Step.MORE : Step.NONE;
            case 2 -> Step.MORE;
            case 3 -> {
                length = value << 8;
                yield Step.MORE;
            }
            default -> record(length | value);
        };
    }

    /// Some servers skip other records and empty ones between the parts of a hello: such records are refused.
    private Step record(int bytes) {
        header = 0;
        left = bytes;
        if (bytes > LONGEST || (first && strange && bytes == 0)) {
            return Step.NONE;
        }
        first = false;
        between = type != HANDSHAKE || (bytes == 0 && ++empty > MOST_EMPTY);
        return between ? Step.DONE : Step.MORE;
    }
}
