package dev.belljar.agent.dns;

import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MalformedPacket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A name server's answer to a `DnsQuery`: only the addresses at the end of the chain of aliases that begins at
/// the queried name. Everything else in the message is ignored.
record DnsReply(int code, boolean truncated, List<IpAddress> addresses, long seconds) {
    private static final int HEADER = 12;
    private static final int ANSWER = 0x8000;
    private static final int OPERATION = 0x7800;
    private static final int TRUNCATED = 0x0200;
    private static final int MOST_RECORDS = 200;
    private static final int MOST_ALIASES = 16;
    private static final int LONGEST_NAME = 254;
    private static final int ADDRESS = 1;
    private static final int ALIAS = 5;
    private static final int INTERNET = 1;
    private static final long LONGEST_TIME = 3_600;

    /// A read position in a message.
    private static final class Cursor {
        final ByteBuffer bytes;
        int at;

        Cursor(ByteBuffer bytes, int at) {
            this.bytes = bytes;
            this.at = at;
        }

        int u8(int place) throws MalformedPacket {
            if (place < 0 || place >= bytes.limit()) {
                throw new MalformedPacket("DNS: the response is truncated");
            }
            return bytes.get(place) & 0xff;
        }

        int u8() throws MalformedPacket {
            return u8(at++);
        }

        int u16() throws MalformedPacket {
            return u8() << 8 | u8();
        }

        long u32() throws MalformedPacket {
            return (long) u16() << 16 | u16();
        }

        /// Reads a name, in lower case. Each compression pointer must point before the previous one, so that
        /// they cannot form a loop.
        String name() throws MalformedPacket {
            StringBuilder name = new StringBuilder();
            int place = at;
            int bound = at;
            boolean jumped = false;
            for (int length = u8(place); length != 0; length = u8(place)) {
                if (length >= 0xc0) {
                    int target = (length & 0x3f) << 8 | u8(place + 1);
                    at = jumped ? at : place + 2;
                    jumped = true;
                    if (target >= bound) {
                        throw new MalformedPacket("DNS: a compression pointer does not point backwards");
                    }
                    place = target;
                    bound = target;
                    continue;
                }
                if (length > 63 || name.length() + length + 1 > LONGEST_NAME) {
                    throw new MalformedPacket("DNS: a name is too long");
                }
                name.append(name.isEmpty() ? "" : ".");
                for (int i = 1; i <= length; i++) {
                    int c = u8(place + i);
                    // A dot within a label would look like two labels.
                    name.append(c == '.' ? '?' : (char) (c >= 'A' && c <= 'Z' ? c + 32 : c));
                }
                place += 1 + length;
            }
            at = jumped ? at : place + 1;
            return name.toString();
        }
    }

    private record Target(String name, long seconds) {}

    /// Reads the answer to `query`.
    ///
    /// @throws MalformedPacket when it is not an answer to `query`: it has another id or question, or is
    ///     malformed
    static DnsReply parse(ByteBuffer message, DnsQuery query) throws MalformedPacket {
        Cursor cursor = new Cursor(message.slice(), 0);
        int id = cursor.u16();
        int flags = cursor.u16();
        int questions = cursor.u16();
        int answers = cursor.u16();
        cursor.at = HEADER;
        boolean ours = id == query.id() && (flags & ANSWER) != 0 && (flags & OPERATION) == 0 && questions == 1;
        if (!ours || !cursor.name().equals(query.name()) || cursor.u16() != ADDRESS || cursor.u16() != INTERNET) {
            throw new MalformedPacket("DNS: the response does not match the query");
        }
        boolean cut = (flags & TRUNCATED) != 0;
        return records(cursor, flags & 0xf, cut, cut ? 0 : Math.min(answers, MOST_RECORDS), query.name());
    }

    private static DnsReply records(Cursor cursor, int code, boolean cut, int count, String asked)
            throws MalformedPacket {
        Map<String, Target> aliases = new HashMap<>();
        Map<String, List<IpAddress>> found = new HashMap<>();
        long seconds = LONGEST_TIME;
        for (int i = 0; i < count; i++) {
            String owner = cursor.name();
            int type = cursor.u16();
            int net = cursor.u16();
            long time = cursor.u32();
            int length = cursor.u16();
            int end = cursor.at + length;
            if (net == INTERNET && type == ALIAS) {
                aliases.putIfAbsent(owner, new Target(cursor.name(), time));
            } else if (net == INTERNET && type == ADDRESS && length == 4) {
                found.computeIfAbsent(owner, any -> new ArrayList<>()).add(IpAddress.four((int) cursor.u32()));
                seconds = Math.min(seconds, time);
            }
            cursor.at = end;
        }
        String name = asked;
        for (int i = 0; i < MOST_ALIASES && !found.containsKey(name) && aliases.containsKey(name); i++) {
            Target target = aliases.getOrDefault(name, new Target(name, 0));
            seconds = Math.min(seconds, target.seconds);
            name = target.name;
        }
        return new DnsReply(code, cut, List.copyOf(found.getOrDefault(name, List.of())), seconds);
    }
}
