package dev.belljar.agent.guest.stream;

import dev.belljar.agent.guest.GuestStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A connection or tar stream on a stream of the guest link.
public final class LinkPipe implements GuestStream {
    private static final int TO_GUEST = 0;

    private final LinkStream stream;
    private final InputStream input;
    private final OutputStream output;

    /// A pipe that reads from `channel`; with `patience`, a read that gets nothing within this time fails.
    public LinkPipe(LinkStream stream, int channel, @Nullable Duration patience) {
        this.stream = stream;
        this.input = new ChannelInput(stream, channel, patience);
        this.output = new ChannelOutput(stream, TO_GUEST);
    }

    @Override
    public InputStream input() {
        return input;
    }

    @Override
    public OutputStream output() {
        return output;
    }

    @Override
    public void close() {
        stream.close();
    }
}
