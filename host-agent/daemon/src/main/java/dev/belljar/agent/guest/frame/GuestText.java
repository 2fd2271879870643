package dev.belljar.agent.guest.frame;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.contract.text.VisibleText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// Turns bytes from a guest into text that can be shown: valid UTF-8 is kept; every other byte, and every byte
/// of a character that is not visible (see `VisibleText`), becomes `\xHH`.
public final class GuestText {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private GuestText() {}

    /// The text of at most this many bytes.
    public static String of(byte[] bytes, int bytesMost) {
        int length = Math.min(bytes.length, bytesMost);
        return plain(bytes, length) ? new String(bytes, 0, length, StandardCharsets.US_ASCII) : cleaned(bytes, length);
    }

    /// The text of all the bytes.
    public static String of(byte[] bytes) {
        return of(bytes, bytes.length);
    }

    /// Reads an identifier: 1 to 64 letters, digits and hyphens.
    ///
    /// @throws GuestException when it is anything else
    public static String word(byte[] bytes, String what) throws GuestException {
        String text = of(Arrays.copyOf(bytes, Math.min(bytes.length, 65)));
        if (!text.matches("[0-9A-Za-z-]{1,64}")) {
            throw GuestException.broken(what + " \"" + text + "\": expected 1 to 64 letters, digits and hyphens");
        }
        return text;
    }

    private static boolean plain(byte[] bytes, int length) {
        for (int i = 0; i < length; i++) {
            if (bytes[i] < ' ' || bytes[i] == 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static String cleaned(byte[] bytes, int length) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
        CharBuffer chars = CharBuffer.allocate(length);
        StringBuilder text = new StringBuilder(length + 16);
        while (true) {
            CoderResult result = decoder.decode(in, chars, true);
            append(text, chars.flip());
            chars.clear();
            if (!result.isError()) {
                return text.toString();
            }
            for (int i = 0; i < result.length(); i++) {
                escape(text, in.get());
            }
            decoder.reset();
        }
    }

    private static void append(StringBuilder text, CharBuffer chars) {
        chars.codePoints().forEach(c -> {
            if (VisibleText.is(c)) {
                text.appendCodePoint(c);
            } else {
                for (byte value : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    escape(text, value);
                }
            }
        });
    }

    private static void escape(StringBuilder text, byte value) {
        text.append("\\x").append(HEX.toHexDigits(value));
    }
}
