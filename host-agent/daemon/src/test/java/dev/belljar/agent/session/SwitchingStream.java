package dev.belljar.agent.session;

import dev.belljar.agent.guest.GuestStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A fake server that accepts a WebSocket correctly, and then sends these frames.
final class SwitchingStream implements GuestStream {
    private static final Pattern KEY = Pattern.compile("Sec-WebSocket-Key: (\\S+)");

    final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final byte[] frames;
    private InputStream says = InputStream.nullInputStream();
    private boolean asked;

    SwitchingStream(byte[] frames) {
        this.frames = frames;
    }

    @Override
    public InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws java.io.IOException {
                return says().read();
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws java.io.IOException {
                return says().read(bytes, from, length);
            }
        };
    }

    private InputStream says() {
        if (!asked) {
            asked = true;
            Matcher key = KEY.matcher(heard.toString(StandardCharsets.US_ASCII));
            String accept = key.find() ? WebSocketPipe.accept(String.valueOf(key.group(1))) : "";
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(("HTTP/1.1 101 Switching\r\nsec-websocket-accept: " + accept + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            all.writeBytes(frames);
            says = new ByteArrayInputStream(all.toByteArray());
        }
        return says;
    }

    @Override
    public OutputStream output() {
        return heard;
    }

    @Override
    public void close() {}
}
