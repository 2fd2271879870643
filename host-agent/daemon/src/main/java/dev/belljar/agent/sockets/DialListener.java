package dev.belljar.agent.sockets;

/// Who is told what became of a dial, once.
public interface DialListener {
    /// It is connected; what it is given to is its owner now.
    void connected(OutboundConnection stream);

    /// It failed.
    void failed(Failure failure);

    /// Why a dial fails.
    enum Failure {
        REFUSED,
        UNREACHABLE,
        TIMED_OUT,
        /// The host has no socket left for it.
        NO_ROOM
    }
}
