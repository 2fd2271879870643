package dev.belljar.contract.view.session;

import dev.belljar.contract.problem.Problem;
import org.jspecify.annotations.Nullable;

/// The last text message of a terminal socket: how the command ended, or the problem that stopped it.
public record TerminalExit(
        @Nullable Integer code,
        @Nullable Integer signal,
        boolean timedOut,
        @Nullable Problem problem) {}
