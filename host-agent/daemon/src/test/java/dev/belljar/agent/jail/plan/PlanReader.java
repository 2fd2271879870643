package dev.belljar.agent.jail.plan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads the binary form of a plan as text, one record a line, and fails where PLAN.md is not followed.
final class PlanReader {
    private PlanReader() {}

    static List<String> read(byte[] plan) {
        ByteBuffer in = ByteBuffer.wrap(plan).order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[8];
        in.get(magic);
        require(new String(magic, StandardCharsets.US_ASCII).equals("BELLJARP"));
        require(in.getInt() == 1);
        require(in.getInt() == plan.length);
        int count = in.getInt();
        List<String> lines = new ArrayList<>();
        lines.add("flags " + in.getInt() + " hold " + in.getInt());
        require(in.getInt() == 0);
        for (int i = 0; i < count; i++) {
            require(in.position() % 8 == 0);
            int kind = in.getShort();
            require(in.getShort() == 0);
            byte[] payload = new byte[in.getInt()];
            in.get(payload);
            while (in.position() % 8 != 0) {
                require(in.get() == 0);
            }
            lines.add(record(kind, payload));
        }
        require(!in.hasRemaining());
        return lines;
    }

    private static String record(int kind, byte[] payload) {
        ByteBuffer in = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        StringBuilder line = new StringBuilder("" + kind);
        if (kind == 5 || kind == 6 || kind == 7 || kind == 8 || kind == 13 || kind == 14) {
            return line.append(' ')
                    .append(new String(payload, StandardCharsets.UTF_8))
                    .toString();
        }
        if (kind == 10) {
            return line.append(" filter of ").append(payload.length).toString();
        }
        if (kind == 4) {
            int mount = in.getInt();
            line.append(' ').append(mount).append(' ').append(in.getInt());
            while (in.remaining() > (mount == 3 ? 8 : 0)) {
                byte[] text = new byte[in.getInt()];
                in.get(text);
                line.append(' ').append(new String(text, StandardCharsets.UTF_8));
            }
            return (mount == 3 ? line.append(' ').append(in.getLong()) : line).toString();
        }
        while (in.hasRemaining()) {
            line.append(' ').append(in.getInt());
        }
        return line.toString();
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the plan does not follow PLAN.md");
        }
    }
}
