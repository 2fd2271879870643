package dev.belljar.agent.agentstate;

import dev.belljar.agent.agentstate.AgentGuestReader.TranscriptPart;
import dev.belljar.agent.agentstate.GuestTree.GuestTask;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.TranscriptFormat;
import dev.belljar.contract.reduce.AgentSignal;
import dev.belljar.contract.reduce.CodingAgentReducer;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One coding agent in a guest: its process, its status, and what of its transcript was read. Not thread-safe.
final class TrackedAgent {
    private static final String HOME = "~/";
    private static final String GUEST_HOME = "/home/agent/";
    private static final String PROJECT = "/workspace/";

    private final CodingAgent profile;
    private GuestTask root;
    private CodingAgentStatus status;
    private TokenCounter counter;
    private @Nullable String transcript;
    private long place;
    private long active;
    private boolean reportDue;
    private boolean transcriptDue;
    private long transcriptRead;
    /// Since when its process is not known to run, after its machine started again; 0 if it runs.
    private long lost;

    TrackedAgent(CodingAgent profile, GuestTask root, long started) {
        this.profile = profile;
        this.root = root;
        this.status = CodingAgentStatus.started(profile.name(), profile.title(), started);
        this.counter = new TokenCounter(profile.tokens());
        this.active = started;
    }

    CodingAgent profile() {
        return profile;
    }

    GuestTask root() {
        return root;
    }

    CodingAgentStatus status() {
        return status;
    }

    /// Its process executes another program, which is still the agent.
    void root(GuestTask task) {
        root = task;
    }

    void take(AgentSignal signal) {
        CodingAgentStatus before = status;
        status = CodingAgentReducer.next(before, signal);
        // At these moments the transcript is complete, and the last figure stays for long.
        transcriptDue |= status.state() != before.state();
    }

    /// When it was last active, in milliseconds since the epoch.
    long active() {
        return active;
    }

    void active(long now) {
        active = Math.max(active, now);
    }

    void reportDue(boolean due) {
        reportDue = due;
    }

    boolean reportDue() {
        return reportDue;
    }

    /// Its transcript may have changed.
    void transcriptChanged() {
        transcriptDue = true;
    }

    /// True if its transcript should be read now, which is then noted as done.
    boolean takeTranscript(long now, long pause) {
        boolean due = transcriptDue && profile.tokens() != TranscriptFormat.NONE && now - transcriptRead >= pause;
        if (due) {
            transcriptDue = false;
            transcriptRead = now;
        }
        return due;
    }

    long lost() {
        return lost;
    }

    void lost(long since) {
        lost = since;
    }

    /// Where its transcripts are in the guest.
    List<String> places() {
        return profile.transcripts().stream()
                .map(path -> path.startsWith(HOME) ? GUEST_HOME + path.substring(HOME.length()) : PROJECT + path)
                .toList();
    }

    /// True if this path may be a transcript.
    boolean isTranscript(String path) {
        return places().stream().anyMatch(place -> path.equals(place) || path.startsWith(place + "/"));
    }

    @Nullable
    String transcript() {
        return transcript;
    }

    long place() {
        return place;
    }

    /// Takes the next part of the transcript. A line whose end is not there yet is read again the next time.
    void read(TranscriptPart part, long now) {
        if (!part.path().equals(transcript) || part.from() < place) {
            transcript = part.path();
            counter = new TokenCounter(profile.tokens());
            place = 0;
        }
        byte[] bytes = part.bytes();
        int from = 0;
        if (part.from() > place) {
            counter.skipped();
        }
        if (part.skipped()) {
            while (from < bytes.length && bytes[from] != '\n') {
                from++;
            }
            from = Math.min(bytes.length, from + 1);
        }
        int end = bytes.length;
        while (end > from && bytes[end - 1] != '\n') {
            end--;
        }
        new String(bytes, from, end - from, StandardCharsets.UTF_8).lines().forEach(counter::line);
        place = part.from() + end;
        if (part.skipped() && end == from) {
            place = part.from() + bytes.length; // one line that is longer than a part
        }
        take(new AgentSignal.TokensRead(now, counter.use()));
    }
}
