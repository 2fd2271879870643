package dev.belljar.agent.inspect.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Tests that bytes are replaced in whatever pieces a stream arrives.
class StreamReplacerTest {
    private static StreamReplacer.Swap swap(String find, String put) {
        return new StreamReplacer.Swap(
                find.getBytes(StandardCharsets.US_ASCII), put.getBytes(StandardCharsets.US_ASCII), "name");
    }

    Generator<String> texts() {
        return Generators.text("abc", 40);
    }

    @Property(tries = 3_000)
    void thePiecesOfAStreamDoNotChangeTheResult(
            @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 10) int step) {
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
