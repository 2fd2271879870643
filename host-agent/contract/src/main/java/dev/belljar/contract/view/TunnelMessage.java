package dev.belljar.contract.view;

import dev.belljar.contract.problem.Problem;
import org.jspecify.annotations.Nullable;

/// A text message of a tunnel socket, whose binary messages are the bytes themselves.
///
/// `open` is the host agent's first: the port answers. `eof`, from either side, says that no more bytes come from
/// there. `problem` is the host agent's last when the port cannot be reached or the connection broke.
public record TunnelMessage(String op, @Nullable Problem problem) {
    public static final TunnelMessage OPEN = new TunnelMessage("open", null);
    public static final TunnelMessage EOF = new TunnelMessage("eof", null);

    /// What went wrong.
    public static TunnelMessage failed(Problem problem) {
        return new TunnelMessage("problem", problem);
    }
}
