package dev.belljar.agent.guest.frame;

/// The kinds of stream that the host agent can open: the number on the wire, and the channels on which the guest
/// may answer.
public enum StreamKind {
    EXEC(1, 1, 2),
    CONNECT(2, 0),
    PUT(3),
    GET(4, 1),
    PORTS(5, 1),
    PROCESSES(6, 1),
    IDENTITY(7),
    SYNC(8),
    SHUTDOWN(9),
    PRESENT(10),
    REFUSALS(11);

    /// The number of channels: one more than the highest channel of any kind.
    public static final int CHANNELS = 3;

    private final int number;
    private final int inbound;

    StreamKind(int number, int... inbound) {
        this.number = number;
        int mask = 0;
        for (int channel : inbound) {
            mask |= 1 << channel;
        }
        this.inbound = mask;
    }

    /// The number on the wire.
    public int number() {
        return number;
    }

    /// True if the guest may send on this channel.
    public boolean mayAnswerOn(int channel) {
        return channel < CHANNELS && (inbound & (1 << channel)) != 0;
    }

    /// True if the bytes are complete only once the guest has sent the result of the stream.
    public boolean endsWithResult() {
        return this != EXEC && this != CONNECT;
    }
}
