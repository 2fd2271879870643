package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.agent.guest.frame.GuestText;
import java.util.regex.Pattern;

/// Reads a line of the ports answer: `v4|v6 ADDRESS PORT PID UID COMM`.
final class PortLine {
    private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern V6 = Pattern.compile("[0-9a-f:.]{2,45}");
    private static final int PARTS = 6;
    private static final int PORT_MOST = 65_535;
    private static final long UID_MOST = 0xFFFF_FFFFL;

    private PortLine() {}

    /// @throws GuestException when the line is anything else
    static ListeningPort parse(byte[] line) throws GuestException {
        String[] parts = GuestText.of(line).split(" ", PARTS);
        TextAnswer.check(parts.length == PARTS, "a port with " + parts.length + " words: expected " + PARTS);
        Pattern address = parts[0].equals("v4") ? V4 : V6;
        TextAnswer.check(
                parts[0].equals("v4") || parts[0].equals("v6"), "\"" + parts[0] + "\": expected \"v4\" or \"v6\"");
        TextAnswer.check(address.matcher(parts[1]).matches(), "\"" + parts[1] + "\": expected an address");
        return new ListeningPort(
                parts[1],
                (int) TextAnswer.number(parts[2], 1, PORT_MOST),
                (int) TextAnswer.number(parts[3], 0, Integer.MAX_VALUE),
                (int) TextAnswer.number(parts[4], 0, UID_MOST),
                parts[5]);
    }
}
