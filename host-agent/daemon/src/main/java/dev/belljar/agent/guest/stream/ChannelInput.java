package dev.belljar.agent.guest.stream;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads what the guest sends on one channel of a stream. Closing it drops the rest, so that the guest can
/// continue.
public final class ChannelInput extends InputStream {
    private final LinkStream stream;
    private final int channel;
    private final @Nullable Duration patience;

    /// With `patience`, a read that gets nothing within this time fails.
    public ChannelInput(LinkStream stream, int channel, @Nullable Duration patience) {
        this.stream = stream;
        this.channel = channel;
        this.patience = patience;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, into.length);
        if (length == 0) {
            return 0;
        }
        if (patience != null) {
            stream.expectWithin(patience);
        }
        return stream.read(channel, into, offset, length);
    }

    @Override
    public int available() {
        return stream.available(channel);
    }

    @Override
    public void close() {
        stream.discard(channel);
    }
}
