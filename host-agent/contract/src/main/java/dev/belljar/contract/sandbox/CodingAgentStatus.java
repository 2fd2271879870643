package dev.belljar.contract.sandbox;

import dev.belljar.contract.text.ClaimText;
import org.jspecify.annotations.Nullable;

/// What is known about a coding agent in a sandbox: a program that the user started there.
///
/// `agent` is the name of its profile, `title` the agent's own name. `since` is when the state began, `started`
/// when the program was first seen, `ended` when it ended; all are in milliseconds since the epoch. `running`
/// is the youngest program below it. `task` is what it was asked to do, `waiting` what it asks. `tokens` is
/// null if its transcript does not tell. `exit` is the exit code of an agent that ended, null if a signal ended
/// it.
///
/// The guest reports all of it. Texts are short and have only visible characters, however the record is made.
public record CodingAgentStatus(
        String agent,
        String title,
        CodingAgentState state,
        StateEvidence evidence,
        long since,
        long started,
        @Nullable Long ended,
        @Nullable Integer exit,
        boolean paused,
        @Nullable RunningProgram running,
        @Nullable String task,
        @Nullable String waiting,
        @Nullable TokenUse tokens) {
    /// The most characters of a text.
    public static final int LONGEST = 200;

    /// How the state is known.
    public enum StateEvidence {
        /// The agent told it.
        REPORTED,
        /// It follows from the agent's processes and connections.
        OBSERVED
    }

    /// A program that an agent runs: its command line, and since when it runs, in milliseconds since the epoch.
    public record RunningProgram(String command, long since) {
        public RunningProgram {
            command = ClaimText.of(command, LONGEST);
        }
    }

    /// The tokens that an agent used, of which `cached` were read from a cache, and what they cost in
    /// millionths of a US dollar, null if it does not tell. `partial` is true if an earlier part of the
    /// transcript was not read, so that it used more.
    public record TokenUse(
            long input, long output, long cached, @Nullable Long costMicros, boolean partial) {
        /// The tokens of a transcript that has none yet.
        public static final TokenUse NONE = new TokenUse(0, 0, 0, null, false);

        /// All tokens.
        public long total() {
            return input + output + cached;
        }
    }

    public CodingAgentStatus {
        agent = ClaimText.of(agent, LONGEST);
        title = ClaimText.of(title, LONGEST);
        task = task == null ? null : ClaimText.of(task, LONGEST);
        waiting = waiting == null ? null : ClaimText.of(waiting, LONGEST);
    }

    /// An agent that was started at this time, and has not told its state.
    public static CodingAgentStatus started(String agent, String title, long now) {
        return new CodingAgentStatus(
                agent,
                title,
                CodingAgentState.WORKING,
                StateEvidence.OBSERVED,
                now,
                now,
                null,
                null,
                false,
                null,
                null,
                null,
                null);
    }

    /// True while the program runs.
    public boolean alive() {
        return ended == null;
    }

    /// How long it ran until this time, in milliseconds.
    public long runMillis(long now) {
        Long end = ended;
        return Math.max(0, (end == null ? now : end) - started);
    }
}
