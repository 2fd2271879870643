package dev.belljar.agent.guest.stream;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.SendQueue;
import dev.belljar.agent.guest.frame.StreamKind;
import dev.belljar.agent.host.HostBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The streams of one session that the guest has not closed, by number.
public final class StreamTable {
    /// The most streams that a guest accepts at a time.
    static final int MOST = 256;

    private final SendQueue outbox;
    private final HostBudget.Share memory;
    private final Map<Integer, LinkStream> open = new HashMap<>();
    private int newest;
    private @Nullable String broken;

    /// `memory` is what the streams may hold; it is given back when the session ends.
    public StreamTable(SendQueue outbox, HostBudget.Share memory) {
        this.memory = memory;
        this.outbox = outbox;
    }

    /// Makes a new stream with a free number.
    ///
    /// @throws GuestException when too many are open or the link broke
    public synchronized LinkStream open(StreamKind kind) throws GuestException {
        if (broken != null) {
            throw GuestException.linkBroke(broken);
        }
        if (open.size() >= MOST) {
            throw GuestException.refused(
                    "the guest already has " + MOST + " open streams, the maximum",
                    "Close some of the sandbox's terminals or connections, or try again later.");
        }
        if (!memory.take(ReceiveBuffer.WINDOW)) {
            throw GuestException.refused(
                    "the host agent has no memory left for more connections to sandboxes",
                    "Close some terminals or connections of other sandboxes, or try again later.");
        }
        do {
            newest = newest == Integer.MAX_VALUE ? 1 : newest + 1;
        } while (open.containsKey(newest));
        LinkStream stream = new LinkStream(newest, kind, outbox, () -> memory.give(ReceiveBuffer.WINDOW));
        open.put(newest, stream);
        return stream;
    }

    /// Passes a frame to its stream; drops it if the stream has ended.
    ///
    /// @throws GuestException when the guest may not send it
    public void accept(LinkFrame frame) throws GuestException {
        if (frame.type() < LinkFrame.OPEN || frame.type() > LinkFrame.ABORT) {
            throw GuestException.broken("frame type " + frame.type() + " on stream " + frame.stream());
        }
        LinkStream stream = find(frame.stream());
        if (stream != null && stream.accept(frame)) {
            forget(stream);
        }
    }

    /// Frees a stream's number.
    public synchronized void forget(LinkStream stream) {
        open.remove(stream.number(), stream);
    }

    /// Ends every stream, and refuses new ones.
    public void fail(String reason) {
        for (LinkStream stream : close(reason)) {
            stream.fail(reason);
        }
    }

    private synchronized @Nullable LinkStream find(int number) {
        return open.get(number);
    }

    private synchronized List<LinkStream> close(String reason) {
        broken = reason;
        List<LinkStream> all = new ArrayList<>(open.values());
        open.clear();
        memory.close();
        return all;
    }
}
