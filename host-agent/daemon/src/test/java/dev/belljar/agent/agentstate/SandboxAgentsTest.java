package dev.belljar.agent.agentstate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.agentstate.AgentGuestReader.TranscriptPart;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import dev.belljar.contract.environment.CodingAgent.TranscriptFormat;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SandboxAgentsTest {
    private static final CodingAgent MINE = new CodingAgent(
            "mine",
            "Mine",
            List.of("/opt/mine"),
            List.of(),
            null,
            null,
            List.of(),
            List.of(),
            List.of("~/.mine"),
            StateSource.HOOKS,
            TranscriptFormat.CLAUDE);

    private long now = 1_000_000;
    private final SandboxAgents agents = new SandboxAgents(
            new KnownAgents(() -> Map.of("mine", MINE), () -> 0), () -> Instant.ofEpochMilli(now), () -> {});

    private void process(ProcOp op, int pid, int ppid, @Nullable Integer code, String... argv) {
        agents.happened(new ProcEvent(
                0,
                now,
                op,
                pid,
                ppid,
                pid * 1_000L,
                1_000,
                argv.length == 0 ? "" : argv[0],
                null,
                List.of(argv),
                null,
                code,
                null,
                0,
                false));
    }

    private void exec(int pid, int ppid, String... argv) {
        process(ProcOp.EXEC, pid, ppid, null, argv);
    }

    private void exit(int pid, int code) {
        process(ProcOp.EXIT, pid, 0, code);
    }

    private void wrote(int pid, String path) {
        agents.happened(new FileEvent(0, now, pid, pid * 1_000L, "x", FileOp.WRITE, path, null, 1));
    }

    private void report(String text) {
        wrote(5, "/home/agent/.belljar/state/mine");
        List<TrackedAgent> due = agents.reports();
        assertThat(due).hasSize(1);
        agents.report(due.getFirst(), text.getBytes(StandardCharsets.UTF_8));
    }

    private CodingAgentStatus status() {
        now += 2_000;
        List<CodingAgentStatus> all = agents.due(true).orElseThrow();
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    @Test
    void agentIsFoundByItsNameInAnyWrapper() {
        exec(10, 1, "/bin/bash", "-lc", "while :; do \"$@\"; done", "belljar-agent", "Mine", "/opt/mine");
        assertThat(agents.due(true)).isEmpty();
        exec(11, 10, "node", "--no-warnings", "/usr/local/bin/mine", "--fast");
        exec(12, 11, "/opt/mine", "worker");
        assertThat(status().title()).isEqualTo("Mine");
        assertThat(status0().running()).as("its own program").isNull();
        assertThat(status0().state()).isEqualTo(CodingAgentState.WORKING);
    }

    /// The status without waiting for a change.
    private CodingAgentStatus status0() {
        return Objects.requireNonNull(agents.alive("mine")).status();
    }

    @Test
    void youngestProgramIsWhatRuns() {
        exec(11, 10, "/opt/mine");
        exec(20, 11, "/bin/bash", "-c", "npm test && echo done");
        assertThat(status().running())
                .satisfies(run -> assertThat(run.command()).isEqualTo("npm test && echo done"));
        exec(21, 20, "/usr/bin/npm", "test");
        exec(22, 11, "sh", "/home/agent/.belljar/report-state", "mine", "working");
        exec(23, 22, "head", "-c", "8192");
        assertThat(status().running())
                .satisfies(run -> assertThat(run.command()).isEqualTo("npm test"));
        exit(21, 0);
        exit(20, 0);
        assertThat(status().running()).isNull();
    }

    @Test
    void reportsLeadThroughTheStates() {
        exec(11, 10, "/opt/mine");
        report("working\n{\"prompt\":\"Add coupons\"}");
        assertThat(status().task()).isEqualTo("Add coupons");
        report("asking\n{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -r x\"}}");
        CodingAgentStatus asking = status();
        assertThat(asking.state()).isEqualTo(CodingAgentState.ASKING);
        assertThat(asking.waiting()).isEqualTo("Bash: rm -r x");
        now += 3;
        exec(20, 11, "rm", "-r", "x");
        assertThat(status().state()).as("the question was answered").isEqualTo(CodingAgentState.WORKING);
        report("done\n{}");
        assertThat(status().state()).isEqualTo(CodingAgentState.DONE);
        exit(11, 3);
        CodingAgentStatus failed = status();
        assertThat(failed.state()).isEqualTo(CodingAgentState.FAILED);
        assertThat(failed.exit()).isEqualTo(3);
        assertThat(agents.alive("mine")).isNull();
    }

    @Test
    void changeOfStateIsToldAtOnceAndOthersRarely() {
        exec(11, 10, "/opt/mine");
        assertThat(agents.due(true)).isPresent();
        exec(20, 11, "ls");
        assertThat(agents.due(true)).as("only another program").isEmpty();
        report("asking\n");
        assertThat(agents.due(true)).isPresent();
        assertThat(agents.due(true)).isEmpty();
    }

    @Test
    void silentAgentBecomesIdleAndWorksWhenItWrites() {
        exec(11, 10, "/opt/mine");
        assertThat(status().state()).isEqualTo(CodingAgentState.WORKING);
        now += 11_000;
        assertThat(status().state()).isEqualTo(CodingAgentState.IDLE);
        wrote(11, "/workspace/a");
        assertThat(status().state()).isEqualTo(CodingAgentState.WORKING);
        wrote(999, "/workspace/a");
        now += 11_000;
        assertThat(status().state()).as("another process wrote").isEqualTo(CodingAgentState.IDLE);
    }

    @Test
    void transcriptTellsTokens() {
        exec(11, 10, "/opt/mine");
        assertThat(agents.transcripts()).isEmpty();
        wrote(11, "/home/agent/.mine/projects/a.jsonl");
        TrackedAgent agent = agents.transcripts().getFirst();
        assertThat(agent.places()).containsExactly("/home/agent/.mine");
        String line =
                "{\"type\":\"assistant\",\"message\":{\"id\":\"%s\",\"usage\":{\"input_tokens\":1,\"output_tokens\":2}}}\n";
        agents.transcript(
                agent, part(0, false, line.formatted("a") + line.formatted("b").substring(0, 30)));
        assertThat(agent.place()).isEqualTo(line.length() - 1);
        agents.transcript(agent, part(agent.place(), false, line.formatted("b")));
        assertThat(status().tokens()).isEqualTo(new CodingAgentStatus.TokenUse(2, 4, 0, null, false));
        agents.transcript(agent, part(2_000_000_000L, true, "rest of a line\n" + line.formatted("c")));
        assertThat(status().tokens()).isEqualTo(new CodingAgentStatus.TokenUse(3, 6, 0, null, true));
        agents.transcript(agent, part(3_000_000_000L, true, "x".repeat(262_144)));
        assertThat(agent.place()).isEqualTo(3_000_262_144L);
    }

    private static TranscriptPart part(long from, boolean skipped, String text) {
        return new TranscriptPart(
                "/home/agent/.mine/projects/a.jsonl", from, skipped, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void resumedAgentStaysAndOneOfTheEarlierBootGoes() {
        exec(11, 10, "/opt/mine");
        CodingAgentStatus before = status();
        agents.restarted();
        assertThat(agents.alive("mine")).isNull();
        process(ProcOp.PRESENT, 11, 10, null, "/opt/mine");
        now += 60_000;
        assertThat(agents.due(true).orElse(List.of(before)))
                .extracting(CodingAgentStatus::started)
                .containsExactly(before.started());
        agents.restarted();
        now += 60_000;
        assertThat(agents.due(false)).as("the machine does not run yet").isEmpty();
        assertThat(agents.due(true)).contains(List.of());
    }

    @Test
    void anyNumberOfAgentsIsBounded() {
        for (int i = 0; i < 50_000; i++) {
            exec(100 + i, 1, "/opt/mine");
        }
        assertThat(agents.due(true).orElseThrow()).hasSize(8);
        for (int i = 0; i < 200; i++) {
            exec(100_000 + i, 100_000 + i + 1, "loop");
            exec(100_000 + i + 1, 100_000 + i, "loop");
        }
        now += 2_000;
        var _ = agents.due(true);
    }
}
