package dev.belljar.agent.guest;

import dev.belljar.contract.text.Visible;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/// Makes text that can be shown of octets that a guest sent: valid UTF-8 is kept, every other octet and every octet
/// of a character that is not visible (see `Visible`) becomes `\xHH`.
final class GuestText {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private GuestText() {}

    /// The text of at most this many octets.
    static String of(byte[] octets, int octetsMost) {
        int length = Math.min(octets.length, octetsMost);
        return plain(octets, length)
                ? new String(octets, 0, length, StandardCharsets.US_ASCII)
                : cleaned(octets, length);
    }

    /// The text of all the octets.
    static String of(byte[] octets) {
        return of(octets, octets.length);
    }

    /// A value that means nothing but itself: 1 to 64 letters, digits and hyphens.
    ///
    /// @throws GuestException when it is anything else
    static String word(byte[] octets, String what) throws GuestException {
        String text = of(Arrays.copyOf(octets, Math.min(octets.length, 65)));
        if (!text.matches("[0-9A-Za-z-]{1,64}")) {
            throw GuestException.broken(what + " \"" + text + "\": expected 1 to 64 letters, digits and hyphens");
        }
        return text;
    }

    private static boolean plain(byte[] octets, int length) {
        for (int i = 0; i < length; i++) {
            if (octets[i] < ' ' || octets[i] == 0x7F) {
                return false;
            }
        }
        return true;
    }

    private static String cleaned(byte[] octets, int length) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(octets, 0, length);
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
            if (Visible.is(c)) {
                text.appendCodePoint(c);
            } else {
                for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    escape(text, octet);
                }
            }
        });
    }

    private static void escape(StringBuilder text, byte octet) {
        text.append("\\x").append(HEX.toHexDigits(octet));
    }
}
