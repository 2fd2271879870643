package dev.belljar.contract.view.network;

import dev.belljar.contract.problem.Problem;
import org.jspecify.annotations.Nullable;

/// A text message of a tunnel socket, whose binary messages are the bytes themselves.
///
/// `open` is the host agent's first message: the port accepted the connection. `eof` says that its sender sends
/// no more bytes. `problem` is the host agent's last message if the port cannot be reached or the connection
/// broke.
public record TunnelMessage(String op, @Nullable Problem problem) {
    public static final TunnelMessage OPEN = new TunnelMessage("open", null);
    public static final TunnelMessage EOF = new TunnelMessage("eof", null);

    /// A message that reports a problem.
    public static TunnelMessage failed(Problem problem) {
        return new TunnelMessage("problem", problem);
    }
}
