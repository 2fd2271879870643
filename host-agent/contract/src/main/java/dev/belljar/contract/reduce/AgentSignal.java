package dev.belljar.contract.reduce;

import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import org.jspecify.annotations.Nullable;

/// Something that says what a coding agent does. `ts` is in milliseconds since the epoch.
public sealed interface AgentSignal {
    /// When it was noticed.
    long ts();

    /// The agent told its state: with a hook, or by an escape sequence. Null for a text that it did not tell.
    record StateReported(
            long ts,
            CodingAgentState state,
            @Nullable String task,
            @Nullable String waiting) implements AgentSignal {}

    /// The youngest program below the agent is another one now; null for none.
    record ProgramChanged(long ts, @Nullable RunningProgram program) implements AgentSignal {}

    /// The agent or a program below it did something: wrote a file, or exchanged bytes.
    record ActivitySeen(long ts) implements AgentSignal {}

    /// There was no activity for a while.
    record QuietSeen(long ts) implements AgentSignal {}

    /// The agent rang its terminal's bell.
    record BellRang(long ts) implements AgentSignal {}

    /// The transcript tells this use of tokens; null if it can no longer be read.
    record TokensRead(long ts, @Nullable TokenUse tokens) implements AgentSignal {}

    /// The agent's processes were stopped or continued by the user.
    record PauseChanged(long ts, boolean paused) implements AgentSignal {}

    /// The agent's process ended, with an exit code or by a signal.
    record ProcessEnded(
            long ts, @Nullable Integer code, @Nullable Integer signal) implements AgentSignal {}
}
