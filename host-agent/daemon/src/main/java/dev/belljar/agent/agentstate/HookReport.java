package dev.belljar.agent.agentstate;

import dev.belljar.contract.reduce.AgentSignal.StateReported;
import dev.belljar.contract.sandbox.CodingAgentState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the file in which the hooks of an agent report: a word for the state on the first line, then what the
/// agent gave to its hook, as JSON that may be cut off.
final class HookReport {
    /// The most bytes of a file that are read.
    static final int MOST_BYTES = 16 << 10;

    private static final Map<String, CodingAgentState> STATES = Map.of(
            "working", CodingAgentState.WORKING,
            "asking", CodingAgentState.ASKING,
            "idle", CodingAgentState.IDLE,
            "done", CodingAgentState.DONE,
            "failed", CodingAgentState.FAILED);
    private static final int LONGEST_WORD = 16;
    /// What a request for permission is about, the most telling first.
    private static final List<String> SUBJECTS =
            List.of("command", "file_path", "filePath", "filepath", "url", "description", "title", "message");

    private HookReport() {}

    /// The report; empty if the file does not begin with a state.
    static Optional<StateReported> read(byte[] bytes, long now) {
        String text = new String(bytes, 0, Math.min(bytes.length, MOST_BYTES), StandardCharsets.UTF_8);
        int end = text.indexOf('\n');
        String word = end < 0 ? text : text.substring(0, end);
        CodingAgentState state = word.length() > LONGEST_WORD ? null : STATES.get(word.strip());
        if (state == null) {
            return Optional.empty();
        }
        String json = end < 0 ? "" : text.substring(end + 1);
        String waiting = state == CodingAgentState.ASKING ? waiting(json) : null;
        return Optional.of(new StateReported(now, state, JsonScrap.text(json, "prompt"), waiting));
    }

    private static @Nullable String waiting(String json) {
        String question = JsonScrap.text(json, "question");
        if (question != null) {
            return question;
        }
        String tool = JsonScrap.text(json, "tool_name");
        for (String key : SUBJECTS) {
            String subject = JsonScrap.text(json, key);
            if (subject != null) {
                return tool == null ? subject : tool + ": " + subject;
            }
        }
        return tool;
    }
}
