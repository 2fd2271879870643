package dev.belljar.agent.jail.plan;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Writes a plan in its binary form, version 1, which `microvm-nix/guest-agent/jail/PLAN.md` describes.
public final class PlanEncoder {
    /// The greatest length of a plan, in bytes.
    static final int LONGEST = 1 << 20;

    static final int MOST_RECORDS = 4_096;
    static final int VERSION = 1;
    static final int HEADER = 32;
    private static final byte[] MAGIC = "BELLJARP".getBytes(StandardCharsets.US_ASCII);
    private static final int TERMINAL = 1;
    private static final int LISTENER = 8;
    private static final int AWAIT = 16;
    private static final int RECORD_HEADER = 8;
    private static final int ALIGNMENT = 8;

    private final ByteArrayOutputStream records = new ByteArrayOutputStream();
    private int count;

    private PlanEncoder() {}

    /// Encodes a plan that is valid.
    ///
    /// @throws JailException if the plan is invalid or longer than 1 MiB
    public static byte[] encode(JailPlan plan) throws JailException {
        JailPlanValidator.check(plan);
        return new PlanEncoder().bytes(plan);
    }

    private byte[] bytes(JailPlan plan) throws JailException {
        PlanIdentity identity = plan.identity();
        identity.users().forEach(range -> range(1, range));
        identity.groups().forEach(range -> range(2, range));
        add(3, numbers(identity.user(), identity.group()));
        plan.mounts().forEach(mount -> add(4, mount(mount)));
        plan.command().words().forEach(word -> add(5, text(word)));
        plan.command().environment().forEach((name, value) -> add(6, text(name + "=" + value)));
        add(7, text(plan.command().folder()));
        add(8, text(identity.hostName()));
        plan.limits().forEach(limit -> add(9, limit(limit)));
        add(10, plan.filter().bytes());
        add(13, text(plan.control().socket()));
        plan.control().open().forEach(path -> add(14, text(path)));
        int length = HEADER + records.size();
        if (length > LONGEST || count > MOST_RECORDS) {
            throw JailException.invalid(
                    "the jail's plan has %d bytes: expected at most 1 MiB".formatted(length),
                    "Use fewer paths, and a shorter command and environment.");
        }
        return ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .putInt(VERSION)
                .putInt(length)
                .putInt(count)
                .putInt(flags(plan))
                .putInt(plan.control().holdMillis())
                .putInt(0)
                .put(records.toByteArray())
                .array();
    }

    private static int flags(JailPlan plan) {
        return (plan.command().terminal() ? TERMINAL : 0) | (plan.control().holds() ? LISTENER | AWAIT : 0);
    }

    private void range(int kind, IdRange range) {
        add(kind, numbers(range.inside(), range.outside(), range.count()));
    }

    private static byte[] mount(PlanMount mount) {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        int attributes =
                mount.attributes().stream().mapToInt(MountAttribute::bit).reduce(0, (all, bit) -> all | bit);
        payload.writeBytes(numbers(mount.kind().number(), attributes));
        List<byte[]> paths = mount.paths().stream().map(PlanEncoder::text).toList();
        for (byte[] path : paths) {
            payload.writeBytes(numbers(path.length));
            payload.writeBytes(path);
        }
        if (mount.kind() == MountKind.TMPFS) {
            payload.writeBytes(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(mount.size())
                    .array());
        }
        return payload.toByteArray();
    }

    private static byte[] limit(PlanLimit limit) {
        return ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(limit.resource())
                .putInt(0)
                .putLong(limit.soft())
                .putLong(limit.hard())
                .array();
    }

    private void add(int kind, byte[] payload) {
        int padding = -payload.length & ALIGNMENT - 1;
        records.writeBytes(ByteBuffer.allocate(RECORD_HEADER + payload.length + padding)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) kind)
                .putShort((short) 0)
                .putInt(payload.length)
                .put(payload)
                .array());
        count++;
    }

    private static byte[] numbers(int... values) {
        ByteBuffer out = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            out.putInt(value);
        }
        return out.array();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
