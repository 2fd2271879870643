package dev.belljar.contract.reduce;

import dev.belljar.contract.reduce.AgentSignal.ActivitySeen;
import dev.belljar.contract.reduce.AgentSignal.BellRang;
import dev.belljar.contract.reduce.AgentSignal.PauseChanged;
import dev.belljar.contract.reduce.AgentSignal.ProcessEnded;
import dev.belljar.contract.reduce.AgentSignal.ProgramChanged;
import dev.belljar.contract.reduce.AgentSignal.QuietSeen;
import dev.belljar.contract.reduce.AgentSignal.StateReported;
import dev.belljar.contract.reduce.AgentSignal.TokensRead;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.StateEvidence;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reduces signals to the status of one coding agent.
///
/// What the agent tells counts more than what follows from its processes. There is one exception: no agent
/// tells that its question was answered before the program that it asked about has ended, so a program that
/// starts after a question ends the question. An agent that has ended stays as it ended.
public final class CodingAgentReducer {
    /// The signals with which users and terminals end programs: SIGHUP, SIGINT, SIGTERM.
    private static final Set<Integer> ORDERLY = Set.of(1, 2, 15);
    /// The exit codes of shells and programs after SIGINT and SIGTERM.
    private static final Set<Integer> ORDERLY_CODES = Set.of(0, 130, 143);

    private CodingAgentReducer() {}

    /// Returns the status after a signal.
    public static CodingAgentStatus next(CodingAgentStatus before, AgentSignal signal) {
        if (!before.alive() && !(signal instanceof TokensRead)) {
            return before;
        }
        return switch (signal) {
            case StateReported reported -> reported(before, reported);
            case ProgramChanged changed -> program(before, changed);
            case ActivitySeen seen -> observed(before) ? enter(before, CodingAgentState.WORKING, seen.ts()) : before;
            case QuietSeen seen ->
                observed(before) && before.state() == CodingAgentState.WORKING && before.running() == null
                        ? enter(before, CodingAgentState.IDLE, seen.ts())
                        : before;
            case BellRang rang ->
                observed(before) && before.running() == null
                        ? enter(before, CodingAgentState.ASKING, rang.ts())
                        : before;
            case TokensRead read -> with(before, before.running(), before.paused(), read.tokens());
            case PauseChanged changed -> with(before, before.running(), changed.paused(), before.tokens());
            case ProcessEnded ended -> ended(before, ended);
        };
    }

    private static boolean observed(CodingAgentStatus status) {
        return status.evidence() == StateEvidence.OBSERVED;
    }

    private static CodingAgentStatus reported(CodingAgentStatus before, StateReported reported) {
        boolean asks = reported.state() == CodingAgentState.ASKING;
        String task = reported.task();
        return new CodingAgentStatus(
                before.agent(),
                before.title(),
                reported.state(),
                StateEvidence.REPORTED,
                since(before, reported.state(), reported.ts()),
                before.started(),
                null,
                null,
                before.paused(),
                before.running(),
                task == null ? before.task() : task,
                asks ? reported.waiting() : null,
                before.tokens());
    }

    private static CodingAgentStatus program(CodingAgentStatus before, ProgramChanged changed) {
        RunningProgram program = changed.program();
        CodingAgentStatus next = with(before, program, before.paused(), before.tokens());
        if (program == null) {
            return next;
        }
        boolean answered = before.state() == CodingAgentState.ASKING && program.since() > before.since();
        return observed(before) || answered ? enter(next, CodingAgentState.WORKING, changed.ts()) : next;
    }

    private static CodingAgentStatus ended(CodingAgentStatus before, ProcessEnded ended) {
        Integer code = ended.code();
        Integer signal = ended.signal();
        boolean fine = code != null ? ORDERLY_CODES.contains(code) : signal != null && ORDERLY.contains(signal);
        CodingAgentState state = fine ? CodingAgentState.DONE : CodingAgentState.FAILED;
        long since = since(before, state, ended.ts());
        return new CodingAgentStatus(
                before.agent(),
                before.title(),
                state,
                StateEvidence.OBSERVED,
                since,
                before.started(),
                Math.max(ended.ts(), since),
                code,
                false,
                null,
                before.task(),
                null,
                before.tokens());
    }

    private static long since(CodingAgentStatus before, CodingAgentState state, long ts) {
        return state == before.state() ? before.since() : Math.max(before.since(), ts);
    }

    private static CodingAgentStatus enter(CodingAgentStatus before, CodingAgentState state, long ts) {
        return state == before.state()
                ? before
                : new CodingAgentStatus(
                        before.agent(),
                        before.title(),
                        state,
                        before.evidence(),
                        since(before, state, ts),
                        before.started(),
                        before.ended(),
                        before.exit(),
                        before.paused(),
                        before.running(),
                        before.task(),
                        null,
                        before.tokens());
    }

    private static CodingAgentStatus with(
            CodingAgentStatus before, @Nullable RunningProgram running, boolean paused, @Nullable TokenUse tokens) {
        return new CodingAgentStatus(
                before.agent(),
                before.title(),
                before.state(),
                before.evidence(),
                before.since(),
                before.started(),
                before.ended(),
                before.exit(),
                paused,
                running,
                before.task(),
                before.waiting(),
                tokens);
    }
}
