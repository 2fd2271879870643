package dev.belljar.agent.guest.stream;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/// Writes to the guest on one channel of a stream, without buffering; closing it sends end of file.
final class ChannelOutput extends OutputStream {
    private final LinkStream stream;
    private final int channel;

    ChannelOutput(LinkStream stream, int channel) {
        this.stream = stream;
        this.channel = channel;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        stream.write(channel, bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
        stream.endOutput(channel);
    }
}
