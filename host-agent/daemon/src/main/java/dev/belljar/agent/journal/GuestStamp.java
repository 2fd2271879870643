package dev.belljar.agent.journal;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The two fields at the end of a line from a guest, `"boot":"<id>","num":<n>`, which identify the guest's
/// event. Because they are in the line, the recorded events are known exactly after any crash.
record GuestStamp(String bootId, long number) {
    // Inside a JSON string every quote has a backslash before it, so these bytes can only be the field.
    private static final byte[] BOOT = ",\"boot\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NUM = "\",\"num\":".getBytes(StandardCharsets.US_ASCII);

    /// The line with this stamp added.
    String on(String line) {
        return line.substring(0, line.length() - 1) + ",\"boot\":" + ContractJson.line(bootId) + ",\"num\":" + number
                + "}";
    }

    /// The stamp of the line in `bytes[from, to)`, null for a line of the host. `last` is an earlier stamp,
    /// whose boot id string is reused if it is the same.
    static @Nullable GuestStamp of(byte[] bytes, int from, int to, @Nullable GuestStamp last) {
        int at = to - 2;
        long number = 0;
        for (long unit = 1; at > from && bytes[at] >= '0' && bytes[at] <= '9'; at--) {
            number += (bytes[at] - '0') * unit;
            unit *= 10;
        }
        int numFrom = at + 1 - NUM.length;
        if (at == to - 2 || numFrom < from || !same(bytes, numFrom, NUM)) {
            return null;
        }
        int bootFrom = numFrom - BOOT.length;
        while (bootFrom >= from && !same(bytes, bootFrom, BOOT)) {
            bootFrom--;
        }
        return bootFrom < from ? null : read(bytes, bootFrom + BOOT.length, numFrom, number, last);
    }

    private static @Nullable GuestStamp read(byte[] bytes, int from, int to, long number, @Nullable GuestStamp last) {
        String quoted = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        if (last != null && last.bootId.equals(quoted)) {
            return new GuestStamp(last.bootId, number);
        }
        try {
            return new GuestStamp(ContractJson.read("\"" + quoted + "\"", String.class), number);
        } catch (JsonFault e) {
            return null;
        }
    }

    private static boolean same(byte[] bytes, int from, byte[] pattern) {
        return Arrays.equals(bytes, from, from + pattern.length, pattern, 0, pattern.length);
    }
}
