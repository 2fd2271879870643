package dev.belljar.agent.sync.gate;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// Finds the first character in UTF-8 text that can make source code look different from what it does: it changes the
/// direction of text, or nothing of it is visible.
///
/// Such characters also have ordinary uses, which are no findings: a byte order mark at the start, a variation selector
/// after an emoji, a joiner between emojis or between letters of a script whose letters join. Bytes that are not UTF-8
/// are skipped. Not thread-safe.
final class DeceptiveCharacters {
    private static final Set<UnicodeScript> CURSIVE = EnumSet.of(
            UnicodeScript.ARABIC,
            UnicodeScript.SYRIAC,
            UnicodeScript.MONGOLIAN,
            UnicodeScript.NKO,
            UnicodeScript.DEVANAGARI,
            UnicodeScript.BENGALI,
            UnicodeScript.GURMUKHI,
            UnicodeScript.GUJARATI,
            UnicodeScript.ORIYA,
            UnicodeScript.TAMIL,
            UnicodeScript.TELUGU,
            UnicodeScript.KANNADA,
            UnicodeScript.MALAYALAM,
            UnicodeScript.SINHALA,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);

    private static final int STYLE = 0xFE0F;
    private static final int JOINER = 0x200D;
    private static final int NON_JOINER = 0x200C;
    private static final int MARK = 0xFEFF;
    private static final int KEYCAP = 0x20E3;

    private int bytes;
    private int point;
    private int missing;
    private int before;
    private int open;
    private int found;

    /// The first such character in these bytes; 0 if there is none.
    static int first(byte[] text) {
        DeceptiveCharacters characters = new DeceptiveCharacters();
        for (byte one : text) {
            characters.add(one);
        }
        return characters.found();
    }

    /// True if the character changes the direction of text.
    static boolean turns(int c) {
        return c == 0x200E
                || c == 0x200F
                || c == 0x061C
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }

    /// The name of a character for people, such as "zero width space, U+200B".
    static String name(int c) {
        String name = Character.getName(c);
        return "%sU+%04X".formatted(name == null ? "" : name.toLowerCase(Locale.ROOT) + ", ", c);
    }

    /// Takes the next byte.
    void add(byte next) {
        int one = next & 0xFF;
        if (one < 0x80) {
            missing = 0;
            take(one);
        } else if (one < 0xC0) {
            if (missing > 0) {
                point = (point << 6) | (one & 0x3F);
                if (--missing == 0) {
                    take(point);
                }
            }
        } else {
            missing = one < 0xE0 ? 1 : one < 0xF0 ? 2 : one < 0xF8 ? 3 : 0;
            point = one & (0x3F >> missing);
        }
        bytes = Math.min(bytes + 1, 4);
    }

    /// The first such character so far, or at the end of the text; 0 if there is none.
    int found() {
        return found == 0 ? open : found;
    }

    private void take(int c) {
        if (open != 0) {
            if (!completes(c)) {
                found = found();
            }
            open = 0;
        }
        if (found == 0 && c >= 0xAD) {
            judge(c);
        }
        before = c;
    }

    private void judge(int c) {
        if (!turns(c) && !invisible(c)) {
            return;
        }
        boolean first = c == MARK && bytes == 2;
        boolean styled = (c == STYLE || c == STYLE - 1) && emoji(before);
        // A digit with a selector is an ordinary key cap only if the cap follows, and a joiner needs its other side. An
        // accepted selector belongs to the emoji before it.
        boolean half = (c == STYLE && before < 0x80 && Character.isEmoji(before))
                || (c == JOINER && (emoji(before) || before == STYLE))
                || ((c == JOINER || c == NON_JOINER) && cursive(before));
        if (half) {
            open = c;
        } else if (!first && !styled) {
            found = c;
        }
    }

    // True if this character makes an ordinary use of the open one.
    private boolean completes(int c) {
        return open == STYLE ? c == KEYCAP : cursive(c) || (open == JOINER && emoji(c));
    }

    private static boolean emoji(int c) {
        return c >= 0x80 && Character.isEmoji(c);
    }

    private static boolean cursive(int c) {
        int type = Character.getType(c);
        boolean part =
                Character.isLetter(c) || type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
        return part && CURSIVE.contains(UnicodeScript.of(c));
    }

    private static boolean invisible(int c) {
        return c == 0xAD
                || c == 0x034F
                || c == 0x115F
                || c == 0x1160
                || c == 0x17B4
                || c == 0x17B5
                || (c >= 0x200B && c <= 0x200D)
                || (c >= 0x2060 && c <= 0x2064)
                || c == 0x3164
                || (c >= 0xFE00 && c <= 0xFE0F)
                || c == MARK
                || c == 0xFFA0
                || (c >= 0xE0000 && c <= 0xE01EF);
    }
}
