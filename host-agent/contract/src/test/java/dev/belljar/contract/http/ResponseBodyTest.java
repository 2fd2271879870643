package dev.belljar.contract.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the body of a response ends where its head says, and that nothing else is taken for one.
class ResponseBodyTest {
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";

    private static String read(String fieldsAndBody) throws HttpFault, IOException {
        return new String(read(fieldsAndBody.getBytes(StandardCharsets.ISO_8859_1)), StandardCharsets.ISO_8859_1);
    }

    private static byte[] read(byte[] fieldsAndBody) throws HttpFault, IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(fieldsAndBody);
        ByteArrayInputStream in = new ByteArrayInputStream(all.toByteArray());
        HttpHead head = Objects.requireNonNull(HttpHead.read(in, HeadLimits.USUAL));
        try (ResponseBody body = new ResponseBody(in, head.fields())) {
            return body.readAllBytes();
        }
    }

    @Test
    void aBodyEndsAtItsLengthAtItsLastChunkOrWithTheStream() throws Exception {
        assertThat(read("Content-Length: 2\r\n\r\n{}rest")).isEqualTo("{}");
        assertThat(read("Content-Length: 0\r\n\r\nrest")).isEmpty();
        assertThat(read("\r\nall\r\n\r\n")).isEqualTo("all\r\n\r\n");
        assertThat(read(CHUNKED + "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\nrest"))
                .isEqualTo("abc0123456789");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 10\r\n\r\nshort",
                "Content-Length: 999999999\r\n\r\n",
                CHUNKED,
                CHUNKED + "3\r\nab",
                CHUNKED + "3\r\nabc\r\n",
                CHUNKED + "ffffff\r\n"
            })
    void aBodyThatEndsTooEarlyIsIncomplete(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: -1\r\n\r\n",
                "Content-Length: 0x2\r\n\r\nab",
                "Content-Length: 99999999999999999999\r\n\r\n",
                CHUNKED + "-5\r\nabc",
                CHUNKED + "123456789\r\n",
                CHUNKED + "\r\n",
                CHUNKED + "2\r\nabc\r\n0\r\n\r\n",
                CHUNKED + "00000000000000000000000000000000000000000000000000000000000000000000000001\r\na\r\n0\r\n\r\n"
            })
    void aMalformedBodyIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void onlyBytesOfTheBodyAreAvailable() throws Exception {
        ByteArrayInputStream in = new ByteArrayInputStream("3\r\nabc\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        HeaderFields chunked = new HeaderFields(List.of(new HeaderFields.Field("Transfer-Encoding", "chunked")));
        try (ResponseBody body = new ResponseBody(in, chunked)) {
            assertThat(body.available()).isZero();
            assertThat(body.read()).isEqualTo('a');
            assertThat(body.available()).isEqualTo(2);
            assertThat(body.readAllBytes()).hasSize(2);
            assertThat(body.available()).isZero();
        }
    }

    @Property(tries = 500)
    void chunksOfAnySizeReadBack(@ForAll @Size(max = 300) byte[] bytes, @ForAll @IntRange(min = 1, max = 50) int size)
            throws Exception {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(CHUNKED.getBytes(StandardCharsets.US_ASCII));
        for (int at = 0; at < bytes.length; at += size) {
            int end = Math.min(bytes.length, at + size);
            message.writeBytes((Integer.toHexString(end - at) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            message.writeBytes(Arrays.copyOfRange(bytes, at, end));
            message.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        message.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(read(message.toByteArray())).isEqualTo(bytes);
    }

    @Property(tries = 500)
    void noiseIsReadOrRefused(@ForAll @Size(max = 100) byte[] noise) throws Exception {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(CHUNKED.getBytes(StandardCharsets.US_ASCII));
        message.writeBytes(noise);
        try {
            assertThat(read(message.toByteArray()).length).isLessThan(noise.length);
        } catch (EOFException | ProtocolException e) {
            assertThat(e).isNotNull();
        }
    }
}
