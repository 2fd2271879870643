package dev.belljar.agent.sniff;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds TLS hellos in a client's stream that began as something else, wherever they begin and however they are cut.
///
/// No byte waits for another: a hello is known with its last byte, and without that no server reads it. So nothing is
/// held back but that byte until the hello is judged, and of a hello only its name is kept. What hides its bytes is
/// not found: a hello within another encryption, or cut up by a protocol around it.
public final class HelloWatch {
    private static final int HANDSHAKE = 22;
    /// What may be a hello at once. A hello within a hello is an attempt to hide one.
    private static final int MOST = 4;
    private static final long EACH = 0x0101_0101_0101_0101L;
    private static final long HIGH = EACH << 7;

    private final List<HelloRecords> open = new ArrayList<>(MOST);
    private boolean begun;
    /// Bytes behind the ones that have passed that were looked at and may pass.
    private int ahead;
    private @Nullable ProtocolSniffer found;

    /// How many of these bytes may pass: all, or those before the last of a hello, which is `found` then. The first are
    /// those that have not `passed` yet.
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

    /// The hello whose last byte stands behind those that may pass; it may have been read as broken.
    public @Nullable ProtocolSniffer found() {
        return found;
    }

    /// So many bytes have passed.
    public void passed(int bytes) {
        ahead -= bytes;
    }

    /// What was found may pass.
    public void goOn() {
        ahead += found == null ? 0 : 1;
        found = null;
    }

    private void look(byte next) {
        for (Iterator<HelloRecords> each = open.iterator(); each.hasNext(); ) {
            HelloRecords records = each.next();
            HelloMessage.Step step = records.take(next);
            if (step == HelloMessage.Step.DONE) {
                ProtocolSniffer read = records.greeting();
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
        return new ProtocolSniffer.Broken("it hides a TLS hello in another");
    }

    /// The place of the next byte that begins a handshake record, or the limit; eight bytes at a time.
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
