package dev.belljar.contract.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHeadTest {
    private static final HeadLimits SMALL = new HeadLimits(64, 3, false);
    private static final HeadLimits LENIENT = new HeadLimits(64, 3, true);
    private static final String WHOLE = "GET / HTTP/1.1\r\nHost: a\r\nX:  b c \r\n\r\n";

    @Test
    void aHeadEndsAtItsEmptyLine() throws Exception {
        assertThat(HttpHead.length(bytes(WHOLE + "body"), SMALL)).isEqualTo(WHOLE.length());
        HttpHead head = read(WHOLE + "body", SMALL);
        assertThat(head)
                .isEqualTo(new HttpHead(
                        "GET / HTTP/1.1",
                        new HeaderFields(
                                List.of(new HeaderFields.Field("Host", "a"), new HeaderFields.Field("X", "b c")))));
        assertThat(read("GET / HTTP/1.1\r\n\r\n", SMALL))
                .isEqualTo(new HttpHead("GET / HTTP/1.1", new HeaderFields(List.of())));
    }

    @Test
    void noBeginningOfAHeadIsComplete() throws Exception {
        for (int i = 0; i < WHOLE.length(); i++) {
            assertThat(HttpHead.length(bytes(WHOLE.substring(0, i)), SMALL)).isZero();
            assertThat(read(WHOLE.substring(0, i), SMALL)).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\nGET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET / HTTP/1.1\r\nHost: a\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\0\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
                "GET / HTTP/1.1\r\n: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: \u0001\r\n\r\n",
                "GET \u0001 HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\na: 1\r\na: 2\r\na: 3\r\na: 4\r\n\r\n"
            })
    void anAmbiguousHeadIsRefused(String text) {
        assertThatThrownBy(() -> read(text, SMALL)).isInstanceOf(HttpFault.class);
    }

    @Test
    void linesMayEndWithALineFeedIfTheLimitsSaySo() throws Exception {
        assertThat(read(WHOLE.replace("\r", ""), LENIENT)).isEqualTo(read(WHOLE, SMALL));
        assertThatThrownBy(() -> read("GET / HTTP/1.1\nHost: a\rX: b\n\n", LENIENT))
                .isInstanceOf(HttpFault.class);
    }

    @Test
    void aHeadMayHaveSoManyBytesAndNoMore() throws Exception {
        String longest = "GET /" + "a".repeat(64 - 18) + " HTTP/1.1\r\n\r\n";
        assertThat(longest).hasSize(64);
        assertThat(read(longest, SMALL)).isNotNull();
        assertThatThrownBy(() -> read("b" + longest, SMALL)).hasMessageContaining("longer than 64 bytes");
        assertThatThrownBy(() -> HttpHead.length(bytes("b".repeat(64)), SMALL))
                .hasMessageContaining("longer than 64 bytes");
    }

    @Property(tries = 3_000)
    void anyBytesAreReadTheSameFromAStreamAndFromABuffer(
            @ForAll @Size(max = 60) byte[] bytes, @ForAll @IntRange(max = 40) int place, @ForAll boolean lenient)
            throws IOException {
        byte[] spoiled = WHOLE.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(
                bytes,
                0,
                spoiled,
                place % spoiled.length,
                Math.min(bytes.length, spoiled.length - place % spoiled.length));
        HeadLimits limits = lenient ? LENIENT : SMALL;
        HttpHead streamed;
        try {
            streamed = HttpHead.read(new ByteArrayInputStream(spoiled), limits);
        } catch (HttpFault e) {
            streamed = null;
        }
        assertThat(buffered(spoiled, limits)).isEqualTo(streamed);
        if (streamed != null) {
            assertThat(buffered(streamed.bytes(), new HeadLimits(200, 3, false)))
                    .isEqualTo(streamed);
        }
    }

    private static @Nullable HttpHead buffered(byte[] bytes, HeadLimits limits) {
        try {
            int length = HttpHead.length(ByteBuffer.wrap(bytes), limits);
            return length == 0 ? null : HttpHead.parse(Arrays.copyOf(bytes, length), limits);
        } catch (HttpFault e) {
            return null;
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static @Nullable HttpHead read(String text, HeadLimits limits) throws HttpFault, IOException {
        return HttpHead.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), limits);
    }
}
