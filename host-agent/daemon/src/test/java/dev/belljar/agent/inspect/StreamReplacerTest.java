package dev.belljar.agent.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

/// Tests that bytes are replaced in whatever pieces a stream arrives.
class StreamReplacerTest {
    private static StreamReplacer.Swap swap(String find, String put) {
        return new StreamReplacer.Swap(
                find.getBytes(StandardCharsets.US_ASCII), put.getBytes(StandardCharsets.US_ASCII), "name");
    }

    @Property(tries = 3_000)
    void thePiecesOfAStreamDoNotChangeTheResult(
            @ForAll @CharRange(from = 'a', to = 'c') @StringLength(max = 40) String text,
            @ForAll @IntRange(min = 1, max = 10) int step) {
        StreamReplacer replacer = new StreamReplacer(List.of(swap("abcab", "12"), swap("ab", "3"), swap("cc", "")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i += step) {
            out.writeBytes(replacer.next(java.util.Arrays.copyOfRange(bytes, i, Math.min(bytes.length, i + step))));
        }
        out.writeBytes(replacer.end());
        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(simple(text));
    }

    /// The expected result, computed without a stream.
    private static String simple(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            if (text.startsWith("abcab", i)) {
                out.append("12");
                i += 5;
            } else if (text.startsWith("ab", i)) {
                out.append('3');
                i += 2;
            } else if (text.startsWith("cc", i)) {
                i += 2;
            } else {
                out.append(text.charAt(i++));
            }
        }
        return out.toString();
    }
}
