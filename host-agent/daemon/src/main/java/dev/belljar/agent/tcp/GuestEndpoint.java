package dev.belljar.agent.tcp;

/// Sends the segments of one connection to the guest.
public interface GuestEndpoint {
    /// Sends a segment with `length` bytes of `data` from offset `from`.
    ///
    /// @return false if there is no space for it now; the connection then tries again at its next turn
    boolean send(Header header, SegmentQueue data, int from, int length);

    /// The header of a segment; `opening` asks for the options of a handshake.
    record Header(int seq, int ack, int flags, int window, boolean opening, boolean scaling) {}
}
