package dev.belljar.agent.tcp;

/// The way down to the guest of one connection.
public interface GuestSide {
    /// Sends a segment with `length` bytes of `data` from offset `from`.
    ///
    /// @return false when there is no room for it now; the connection then tries again at its next turn
    boolean send(Header header, SegmentQueue data, int from, int length);

    /// What a segment says beside its data; `opening` asks for the options of a handshake.
    record Header(int seq, int ack, int flags, int window, boolean opening, boolean scaling) {}
}
