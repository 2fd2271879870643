package dev.belljar.agent.guest.stream;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.StreamKind;

/// The bytes that a stream has received and that were not read yet, by channel, within the credit of the guest.
///
/// Guarded by the lock of its stream.
public final class ReceiveBuffer {
    /// The bytes of DATA that each side may send before it gets new credit.
    public static final int WINDOW = 262_144;

    private final StreamKind kind;
    private final LinkByteQueue[] queues = new LinkByteQueue[StreamKind.CHANNELS];
    private final boolean[] ended = new boolean[StreamKind.CHANNELS];
    private final boolean[] discarded = new boolean[StreamKind.CHANNELS];
    public int receivable = WINDOW;
    private int owed;

    ReceiveBuffer(StreamKind kind) {
        this.kind = kind;
        for (int channel = 0; channel < queues.length; channel++) {
            queues[channel] = new LinkByteQueue();
        }
    }

    int size(int channel) {
        return queues[channel].size();
    }

    boolean ended(int channel) {
        return ended[channel];
    }

    boolean discards(int channel) {
        return discarded[channel];
    }

    /// Adds the bytes of a DATA payload, and returns how many of them were dropped instead.
    ///
    /// @throws GuestException when the guest may not send them
    int data(byte[] payload, boolean drop) throws GuestException {
        int channel = checked(payload[0]);
        int length = payload.length - 1;
        if (length > receivable) {
            throw GuestException.broken("DATA frame of %d bytes with a credit of %d".formatted(length, receivable));
        }
        receivable -= length;
        if (drop || discarded[channel]) {
            return length;
        }
        queues[channel].add(payload, 1, length);
        return 0;
    }

    /// Marks the end of a channel.
    ///
    /// @throws GuestException when the stream has no such channel, or the channel has ended
    void end(byte channel) throws GuestException {
        ended[checked(channel)] = true;
    }

    int take(int channel, byte[] into, int offset, int length) {
        return queues[channel].take(into, offset, length);
    }

    /// Drops a channel for good, and returns how many bytes were waiting.
    int discard(int channel) {
        discarded[channel] = true;
        return queues[channel].clear();
    }

    boolean isEmpty() {
        for (LinkByteQueue queue : queues) {
            if (queue.size() > 0) {
                return false;
            }
        }
        return true;
    }

    /// Drops everything.
    void clear() {
        for (LinkByteQueue queue : queues) {
            queue.clear();
        }
    }

    /// Notes that bytes were read, and returns the credit to give back now: 0 until it adds up to `lump`.
    int giveBack(int bytes, int lump) {
        owed += bytes;
        if (owed < lump) {
            return 0;
        }
        int credit = owed;
        owed = 0;
        receivable += credit;
        return credit;
    }

    private int checked(byte value) throws GuestException {
        int channel = Byte.toUnsignedInt(value);
        if (!kind.mayAnswerOn(channel)) {
            throw GuestException.broken("channel " + channel + ": not allowed on a stream of kind " + kind);
        }
        if (ended[channel]) {
            throw GuestException.broken("channel " + channel + ": received data after the end of the channel");
        }
        return channel;
    }
}
