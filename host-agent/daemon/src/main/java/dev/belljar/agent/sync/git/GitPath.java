package dev.belljar.agent.sync.git;

import dev.belljar.contract.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A path inside a tree as git stores it: bytes (one char each), not necessarily UTF-8.
///
/// It is shown as text in which every byte that could mislead (invalid UTF-8, control and formatting characters)
/// is written as `\xHH`; a backslash before an `x` is escaped too, so that different paths give different texts
/// and the text can be parsed back.
public record GitPath(String latin1) implements Comparable<GitPath> {
    /// Bytes of the longest path, and of the longest name in it, that Linux accepts (`PATH_MAX`, `NAME_MAX`).
    public static final int LONGEST = 4_096;

    static final int LONGEST_NAME = 255;

    /// Folders of the deepest path.
    static final int DEEPEST = 256;

    private static final int HEX = 16;
    private static final int BRIEF = 200;
    private static final String TOO_LONG_A_NAME = "a name in the path is longer than " + LONGEST_NAME + " bytes";

    /// Parses a path as it was shown.
    public static GitPath parse(String shown) {
        byte[] text = shown.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream raw = new ByteArrayOutputStream(text.length);
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '\\' && i + 3 < text.length && text[i + 1] == 'x' && hex(text[i + 2]) && hex(text[i + 3])) {
                raw.write(Character.digit(text[i + 2], HEX) * HEX + Character.digit(text[i + 3], HEX));
                i += 3;
            } else {
                raw.write(text[i]);
            }
        }
        return new GitPath(raw.toString(StandardCharsets.ISO_8859_1));
    }

    /// The path of these bytes.
    public static GitPath of(byte[] raw, int from, int to) {
        return new GitPath(new String(raw, from, to - from, StandardCharsets.ISO_8859_1));
    }

    public byte[] bytes() {
        return latin1.getBytes(StandardCharsets.ISO_8859_1);
    }

    public List<String> components() {
        return List.of(latin1.split("/", -1));
    }

    /// The components as the most lenient file system would compare them: without case, compatibility forms,
    /// invisible characters or trailing dots and spaces.
    public List<String> folded() {
        List<String> folded = new ArrayList<>();
        for (String component : components()) {
            folded.add(plain(component) ? component.toLowerCase(Locale.ROOT) : fold(component));
        }
        return folded;
    }

    /// True if these bytes, one a char, are only letters, digits, blanks and punctuation of ASCII.
    public static boolean printable(String latin1) {
        for (int i = 0; i < latin1.length(); i++) {
            if (latin1.charAt(i) < ' ' || latin1.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean plain(String component) {
        return printable(component) && !component.isEmpty() && !component.endsWith(" ") && !component.endsWith(".");
    }

    private static String fold(String component) {
        String text = new String(component.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        return Normalizer.normalize(text, Normalizer.Form.NFKC)
                .replaceAll("[\\p{Cf}\\p{Cc}]", "")
                .toUpperCase(Locale.ROOT) // one form for ß and ss, and for the two small sigmas
                .toLowerCase(Locale.ROOT)
                .replaceAll("[. ]+$", "");
    }

    /// The path as visible text.
    public String shown() {
        if (printable(latin1) && latin1.indexOf('\\') < 0) {
            return latin1;
        }
        byte[] raw = bytes();
        StringBuilder text = new StringBuilder(raw.length);
        int at = 0;
        while (at < raw.length) {
            int length = character(raw, at, text);
            if (length == 0) {
                escape(raw, at, 1, text);
                length = 1;
            }
            at += length;
        }
        return text.toString();
    }

    /// The beginning of the path as visible text, short enough for a sentence.
    public String brief() {
        if (latin1.length() <= BRIEF) {
            return shown();
        }
        return new GitPath(latin1.substring(0, BRIEF)).shown() + "…";
    }

    /// Why this cannot be the path of a file, in words that follow the path in a sentence; null if it can.
    @Nullable
    public String unfit() {
        if (latin1.length() > LONGEST) {
            return "the path is longer than " + LONGEST + " bytes";
        }
        int components = 1;
        int from = 0;
        for (int slash = latin1.indexOf('/'); slash >= 0; slash = latin1.indexOf('/', from)) {
            if (slash - from > LONGEST_NAME) {
                return TOO_LONG_A_NAME;
            }
            from = slash + 1;
            components++;
        }
        if (latin1.length() - from > LONGEST_NAME) {
            return TOO_LONG_A_NAME;
        }
        return components > DEEPEST ? "the path is more than " + DEEPEST + " levels deep" : null;
    }

    @Override
    public int compareTo(GitPath other) {
        return latin1.compareTo(other.latin1);
    }

    // The bytes of the character at `at`, appended; 0 when there is no valid UTF-8 there.
    private static int character(byte[] raw, int at, StringBuilder text) {
        int lead = raw[at] & 0xFF;
        int length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (length == 0 || at + length > raw.length) {
            return 0;
        }
        try {
            String one = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw, at, length))
                    .toString();
            boolean backslash = lead == '\\' && at + 1 < raw.length && raw[at + 1] == 'x';
            if (backslash || !VisibleText.is(one.codePointAt(0))) {
                escape(raw, at, length, text);
            } else {
                text.append(one);
            }
            return length;
        } catch (CharacterCodingException e) {
            return 0;
        }
    }

    private static void escape(byte[] raw, int at, int length, StringBuilder text) {
        for (int i = at; i < at + length; i++) {
            text.append("\\x").append(HexFormat.of().toHexDigits(raw[i]));
        }
    }

    private static boolean hex(byte value) {
        return value >= 0 && Character.digit(value, HEX) >= 0;
    }
}
