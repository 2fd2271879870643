package dev.belljar.contract.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/// Tests that any bytes of a server are read as frames or refused, and always bounded.
class WebSocketFrameTest {
    private static DataInputStream bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }

    @Test
    void illegalServerFramesAreRefused() {
        assertRefused(bytes(0x81, 0x81, 0, 0, 0, 0, 0)); // masked
        assertRefused(bytes(0xc1, 0x00)); // a reserved bit
        assertRefused(bytes(0x83, 0x00)); // an unknown opcode
        assertRefused(bytes(0x09, 0x00)); // a ping in pieces
        assertRefused(bytes(0x89, 126, 1, 0)); // a ping too long
        assertRefused(bytes(0x82, 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)); // a length of exbibytes
        assertRefused(bytes(0x82, 127, 0xff, 0, 0, 0, 0, 0, 0, 0)); // a negative length
    }

    private static void assertRefused(DataInputStream frame) {
        assertThatThrownBy(() -> WebSocketFrame.read(frame, WebSocketFrame.LONGEST))
                .isInstanceOf(ProtocolException.class);
    }

    @Property(tries = 500)
    void noiseIsReadAsFramesOrRefused(@ForAll byte[] noise) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(noise));
        try {
            while (true) {
                assertThat(WebSocketFrame.read(in, WebSocketFrame.LONGEST).payload().length)
                        .isLessThanOrEqualTo(noise.length);
            }
        } catch (ProtocolException | EOFException e) {
            assertThat(e).isNotNull();
        }
    }

    @Property(tries = 200)
    void maskedFramesReadBack(@ForAll byte[] payload, @ForAll int mask) throws Exception {
        byte[] frame = WebSocketFrame.masked(WebSocketFrame.BINARY, payload, 0, payload.length, mask);
        ByteBuffer read = ByteBuffer.wrap(frame);
        assertThat(read.get() & 0xff).isEqualTo(0x82);
        int length = read.get() & 0x7f;
        assertThat(length == 126 ? read.getShort() & 0xffff : length).isEqualTo(payload.length);
        int used = read.getInt();
        byte[] plain = new byte[payload.length];
        read.get(plain);
        for (int i = 0; i < plain.length; i++) {
            plain[i] ^= (byte) (used >>> (24 - 8 * (i % 4)));
        }
        assertThat(plain).isEqualTo(payload);
    }
}
