package dev.belljar.agent.agentstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.agentstate.AgentGuestReader.TranscriptPart;
import dev.belljar.contract.reduce.AgentSignal.StateReported;
import dev.belljar.contract.reduce.CodingAgentReducer;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HookReportTest {
    private static Optional<StateReported> read(String text) {
        return HookReport.read(text.getBytes(StandardCharsets.UTF_8), 5);
    }

    @Test
    void wordIsTheState() {
        assertThat(read("working\n")).contains(new StateReported(5, CodingAgentState.WORKING, null, null));
        assertThat(read("done")).contains(new StateReported(5, CodingAgentState.DONE, null, null));
        assertThat(read("failed\r\n{}")).contains(new StateReported(5, CodingAgentState.FAILED, null, null));
    }

    @Test
    void otherWordsTellNothing() {
        assertThat(read("")).isEmpty();
        assertThat(read("WORKING\n")).isEmpty();
        assertThat(read("approve\n{}")).isEmpty();
        assertThat(read("{\"state\": \"done\"}")).isEmpty();
        assertThat(read("done".repeat(100_000))).isEmpty();
    }

    @Test
    void hookOfClaudeCodeTellsTaskAndQuestion() {
        assertThat(
                        read(
                                "working\n{\"session_id\":\"s\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"Fix \\\"it\\\"\\nnow\"}"))
                .contains(new StateReported(5, CodingAgentState.WORKING, "Fix \"it\" now", null));
        assertThat(
                        read(
                                "asking\n{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"npm publish\",\"description\":\"d\"}}"))
                .contains(new StateReported(5, CodingAgentState.ASKING, null, "Bash: npm publish"));
        assertThat(
                        read(
                                "asking\n{\"tool_name\":\"AskUserQuestion\",\"tool_input\":{\"questions\":[{\"question\":\"Which?\"}]}}"))
                .contains(new StateReported(5, CodingAgentState.ASKING, null, "Which?"));
        assertThat(read("asking\n{\"tool_name\":\"Write\"}"))
                .contains(new StateReported(5, CodingAgentState.ASKING, null, "Write"));
    }

    @Test
    void cutOffOrChangedReportTellsOnlyItsState() {
        assertThat(read("asking\n{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"npm pub"))
                .contains(new StateReported(5, CodingAgentState.ASKING, null, "Bash: npm pub"));
        assertThat(read("asking\n{\"tool\":{\"title\":7}}"))
                .contains(new StateReported(5, CodingAgentState.ASKING, null, null));
        assertThat(read("asking\n{\"command\":\"\\u00"))
                .map(StateReported::waiting)
                .contains("00");
    }

    @Test
    void textCannotPretendToBeAKey() {
        assertThat(read("working\n{\"message\":\"\\\"prompt\\\": \\\"spoof\\\"\"}"))
                .contains(new StateReported(5, CodingAgentState.WORKING, null, null));
    }

    @Property(tries = 2_000)
    void anyBytesAreRead(@ForAll @Size(max = 400) byte[] bytes, @ForAll String text) {
        byte[] report = ("asking\n{\"tool_name\":\"" + text + "\",\"command\":\""
                        + new String(bytes, StandardCharsets.ISO_8859_1) + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        for (byte[] each : new byte[][] {bytes, report}) {
            HookReport.read(each, 9).ifPresent(read -> {
                String waiting = CodingAgentReducer.next(CodingAgentStatus.started("a", "A", 1), read)
                        .waiting();
                assertThat(waiting == null
                                || (waiting.length() <= 2 * CodingAgentStatus.LONGEST
                                        && waiting.codePoints().allMatch(VisibleText::is)))
                        .isTrue();
            });
        }
    }

    @Property(tries = 1_000)
    void anyAnswerOfTheTranscriptScriptIsRead(@ForAll @Size(max = 200) byte[] bytes) {
        Optional<TranscriptPart> part = AgentGuestReader.part(bytes);
        part.ifPresent(read -> assertThat(read.bytes().length).isLessThan(bytes.length));
        assertThat(AgentGuestReader.part("12 1 /a b\nline\n".getBytes(StandardCharsets.UTF_8)))
                .get()
                .satisfies(read -> assertThat(read.path()).isEqualTo("/a b"))
                .satisfies(read -> assertThat(read.bytes()).asString().isEqualTo("line\n"));
        assertThat(AgentGuestReader.part("99999999999999999999 1 /a\n".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }
}
