package dev.belljar.agent.sniff;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds TLS ClientHellos in a client's stream that began with another protocol, at any position and however
/// they are split.
///
/// A hello is complete with its last byte, and no server acts on it before. So only that byte is held back until
/// the hello is decided, and only the name of a hello is stored. A hello whose bytes are hidden is not found:
/// inside another encryption, or split up by a surrounding protocol.
public final class HelloWatch {
    private static final int HANDSHAKE = 22;
    /// The number of possible hellos that are parsed at once; a hello within a hello is an attempt to hide one.
    private static final int MOST = 4;
    private static final long EACH = 0x0101_0101_0101_0101L;
    private static final long HIGH = EACH << 7;

    private final List<HelloRecords> open = new ArrayList<>(MOST);
    private boolean begun;
    /// Bytes after the passed ones that were examined and may pass.
    private int ahead;
    private @Nullable ProtocolSniffer found;

    /// How many of these bytes may pass: all, or those before the last byte of a hello, which `found` then
    /// returns. The buffer begins with the bytes that have not `passed` yet.
    public int clear(ByteBuffer bytes) {
        int at = bytes.position() + ahead;
        while (found == null && at < bytes.limit()) {
            if (open.isEmpty() && !begun) {
                at = search(bytes, at);
                begun = at < bytes.limit();
                at += begun ? 1 : 0;
            } else {
                look(bytes.get(at));
                at += found == null ? 1 : 0;
            }
        }
        ahead = at - bytes.position();
        return ahead;
    }

    /// The hello whose last byte follows the bytes that may pass; it may be broken.
    public @Nullable ProtocolSniffer found() {
        return found;
    }

    /// So many bytes have passed.
    public void passed(int bytes) {
        ahead -= bytes;
    }

    /// Permits the found hello to pass.
    public void goOn() {
        ahead += found == null ? 0 : 1;
        found = null;
    }

    private void look(byte next) {
        for (Iterator<HelloRecords> each = open.iterator(); each.hasNext(); ) {
            HelloRecords records = each.next();
            HelloMessage.Step step = records.take(next);
            if (step == HelloMessage.Step.DONE) {
                ProtocolSniffer read = records.sniffed();
                found = found == null || found.equals(read) ? read : hidden();
            }
            if (step != HelloMessage.Step.MORE) {
                each.remove();
            }
        }
        if (begun && next >= 0 && next <= TlsRecord.LARGEST_MAJOR) {
            if (open.size() == MOST) {
                found = hidden();
            } else {
                open.add(new HelloRecords(next));
            }
        }
        begun = next == HANDSHAKE;
    }

    private static ProtocolSniffer hidden() {
        return new ProtocolSniffer.Broken("the TLS ClientHello contains another ClientHello");
    }

    /// The index of the next byte that may begin a handshake record, or the limit; searches eight bytes at a
    /// time.
    private static int search(ByteBuffer bytes, int from) {
        int at = from;
        ByteBuffer words = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        for (; at + Long.BYTES <= words.limit(); at += Long.BYTES) {
            long other = words.getLong(at) ^ (EACH * HANDSHAKE);
            long zero = (other - EACH) & ~other & HIGH;
            if (zero != 0) {
                return at + Long.numberOfTrailingZeros(zero) / Byte.SIZE;
            }
        }
        while (at < words.limit() && words.get(at) != HANDSHAKE) {
            at++;
        }
        return at;
    }
}
