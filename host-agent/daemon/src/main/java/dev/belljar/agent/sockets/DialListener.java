package dev.belljar.agent.sockets;

/// Receives the result of a connection attempt, once.
public interface DialListener {
    /// The attempt succeeded; the listener owns the connection.
    void connected(OutboundConnection stream);

    /// The attempt failed.
    void failed(Failure failure);

    /// Why a connection attempt failed.
    enum Failure {
        REFUSED,
        UNREACHABLE,
        TIMED_OUT,
        /// The host has no free socket.
        NO_ROOM
    }
}
