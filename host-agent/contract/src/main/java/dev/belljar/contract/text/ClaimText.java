package dev.belljar.contract.text;

/// Makes text that a guest says about itself safe to show: on one line, short, without escape sequences, and
/// with a question mark for each other character that is not visible.
public final class ClaimText {
    private static final int ESCAPE = 0x1B;
    private static final int BELL = 0x07;
    private static final int CSI = 0x9B;
    private static final int OSC = 0x9D;
    private static final int STRING_END = 0x9C;
    private static final String MORE = "…";
    /// Text beyond this multiple of the result's length is not looked at.
    private static final int LOOKED_AT = 8;

    private ClaimText() {}

    /// The text with at most this many characters, the last of which is `…` if it was longer.
    public static String of(String text, int most) {
        int[] points =
                text.codePoints().limit((long) LOOKED_AT * most + LOOKED_AT).toArray();
        StringBuilder shown = new StringBuilder();
        int count = 0;
        boolean space = false;
        for (int at = 0; at < points.length; ) {
            int next = afterSequence(points, at);
            if (next > at) {
                at = next;
                continue;
            }
            int point = points[at++];
            if (isSpace(point)) {
                space = count > 0;
                continue;
            }
            int needed = space ? 2 : 1;
            if (count + needed > most) {
                return shown.isEmpty() ? MORE : shortened(shown);
            }
            if (space) {
                shown.append(' ');
                space = false;
            }
            shown.appendCodePoint(VisibleText.is(point) ? point : '?');
            count += needed;
        }
        return shown.toString();
    }

    private static String shortened(StringBuilder shown) {
        return shown.delete(shown.offsetByCodePoints(shown.length(), -1), shown.length())
                .append(MORE)
                .toString();
    }

    private static boolean isSpace(int point) {
        return point == ' ' || point == '\t' || point == '\n' || point == '\r';
    }

    /// Where the escape sequence ends that begins here; the same place if none does.
    private static int afterSequence(int[] points, int at) {
        int first = points[at];
        if (first == CSI) {
            return afterFinal(points, at + 1);
        }
        if (first == OSC) {
            return afterString(points, at + 1);
        }
        if (first != ESCAPE || at + 1 >= points.length) {
            return at;
        }
        return switch (points[at + 1]) {
            case '[' -> afterFinal(points, at + 2);
            case ']', 'P', 'X', '^', '_' -> afterString(points, at + 2);
            default -> afterShort(points, at + 1);
        };
    }

    /// After a sequence without parameters.
    private static int afterShort(int[] points, int from) {
        int at = from;
        while (at < points.length && points[at] >= 0x20 && points[at] < 0x30) {
            at++;
        }
        return at < points.length && points[at] >= 0x30 && points[at] < 0x7F ? at + 1 : at;
    }

    /// After the final byte of a control sequence, or where something else interrupts it.
    private static int afterFinal(int[] points, int from) {
        int at = from;
        while (at < points.length && points[at] >= 0x20 && points[at] < 0x40) {
            at++;
        }
        return at < points.length && points[at] >= 0x40 && points[at] < 0x7F ? at + 1 : at;
    }

    /// After the end of a control string; one without an end reaches to the end of the text.
    private static int afterString(int[] points, int from) {
        for (int at = from; at < points.length; at++) {
            if (points[at] == BELL || points[at] == STRING_END) {
                return at + 1;
            }
            if (points[at] == ESCAPE) {
                return at + 1 < points.length && points[at + 1] == '\\' ? at + 2 : at;
            }
        }
        return points.length;
    }
}
