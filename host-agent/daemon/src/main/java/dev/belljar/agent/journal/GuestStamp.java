package dev.belljar.agent.journal;

import dev.belljar.contract.codec.Json;
import dev.belljar.contract.codec.JsonFault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The two fields at the end of a line that came from a guest, `"boot":"<id>","num":<n>`: which of the guest's events
/// it is. With them in the line itself, what is recorded is known exactly after any crash.
record GuestStamp(String bootId, long number) {
    // Inside a JSON string every quote has a backslash before it, so these octets can only be the field itself.
    private static final byte[] BOOT = ",\"boot\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NUM = "\",\"num\":".getBytes(StandardCharsets.US_ASCII);

    /// The line with this stamp in it.
    String on(String line) {
        return line.substring(0, line.length() - 1) + ",\"boot\":" + Json.line(bootId) + ",\"num\":" + number + "}";
    }

    /// The stamp of the line in `octets[from, to)`, null for a line of the host. `last` is a stamp seen before,
    /// whose boot id is taken again when it is the same.
    static @Nullable GuestStamp of(byte[] octets, int from, int to, @Nullable GuestStamp last) {
        int at = to - 2;
        long number = 0;
        for (long unit = 1; at > from && octets[at] >= '0' && octets[at] <= '9'; at--) {
            number += (octets[at] - '0') * unit;
            unit *= 10;
        }
        int numFrom = at + 1 - NUM.length;
        if (at == to - 2 || numFrom < from || !same(octets, numFrom, NUM)) {
            return null;
        }
        int bootFrom = numFrom - BOOT.length;
        while (bootFrom >= from && !same(octets, bootFrom, BOOT)) {
            bootFrom--;
        }
        return bootFrom < from ? null : read(octets, bootFrom + BOOT.length, numFrom, number, last);
    }

    private static @Nullable GuestStamp read(byte[] octets, int from, int to, long number, @Nullable GuestStamp last) {
        String quoted = new String(octets, from, to - from, StandardCharsets.UTF_8);
        if (last != null && last.bootId.equals(quoted)) {
            return new GuestStamp(last.bootId, number);
        }
        try {
            return new GuestStamp(Json.read("\"" + quoted + "\"", String.class), number);
        } catch (JsonFault e) {
            return null;
        }
    }

    private static boolean same(byte[] octets, int from, byte[] pattern) {
        return Arrays.equals(octets, from, from + pattern.length, pattern, 0, pattern.length);
    }
}
