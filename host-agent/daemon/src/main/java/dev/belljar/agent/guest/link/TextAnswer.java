package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/// Reads an answer of the guest that consists of lines, strictly and within bounds.
final class TextAnswer {
    private static final int LINES_MOST = 20_000;
    private static final int LINE_MOST = 8_192;
    private static final int TOTAL_MOST = 8 << 20;

    private TextAnswer() {}

    /// Parses one line.
    interface Line<T> {
        /// @throws GuestException when the line is not what it should be
        T parse(byte[] line) throws GuestException;
    }

    /// Reads all lines of the stream, each of which must end with a newline.
    ///
    /// @throws IOException when the stream breaks
    /// @throws GuestException when a line is not valid, or there are too many lines or bytes
    static <T> List<T> read(InputStream stream, Line<T> line) throws IOException, GuestException {
        InputStream in = new BufferedInputStream(stream, 65_536);
        ByteArrayOutputStream current = new ByteArrayOutputStream();
        List<T> parsed = new ArrayList<>();
        int total = 0;
        for (int value = in.read(); value >= 0; value = in.read()) {
            check(++total <= TOTAL_MOST, "more than " + TOTAL_MOST + " bytes");
            if (value == '\n') {
                check(parsed.size() < LINES_MOST, "more than " + LINES_MOST + " lines");
                parsed.add(line.parse(current.toByteArray()));
                current.reset();
            } else {
                check(current.size() < LINE_MOST, "a line longer than " + LINE_MOST + " bytes");
                current.write(value);
            }
        }
        check(current.size() == 0, "the last line is incomplete");
        return parsed;
    }

    /// Reads a text that is a decimal number between two inclusive bounds.
    ///
    /// @throws GuestException when it is not one
    static long number(String text, long least, long most) throws GuestException {
        check(text.matches("[0-9]{1,19}"), "\"" + text + "\": expected a number");
        try {
            long value = Long.parseLong(text);
            check(value >= least && value <= most, text + ": expected " + least + " to " + most);
            return value;
        } catch (NumberFormatException e) {
            throw GuestException.broken("reply: " + text + ": expected less than 2^63");
        }
    }

    /// @throws GuestException when `fine` is false
    static void check(boolean fine, String message) throws GuestException {
        if (!fine) {
            throw GuestException.broken("reply: " + message);
        }
    }
}
