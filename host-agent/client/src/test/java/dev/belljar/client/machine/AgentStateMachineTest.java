package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.machine.CommandLineUnderTest.Ran;
import dev.belljar.contract.event.CodingAgentsChanged;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.codingagent.StartCodingAgent;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests what is known about a coding agent in a real machine: a script that reports with hooks and writes a
/// transcript as Claude Code does.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(StoryExtension.class)
class AgentStateMachineTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String PROFILE = """
            title = "Scripted"
            command = ["/home/agent/scripted"]
            state = "hooks"
            tokens = "claude"
            transcripts = ["~/.scripted"]
            """;
    private static final String PROGRAM = """
            #!/bin/bash
            say() { printf '%s' "$2" | sh ~/.belljar/report-state scripted "$1"; }
            mkdir -p ~/.scripted; rm -f ~/steps; mkfifo ~/steps
            say idle '{}'
            while :; do
              read -r step < ~/steps || continue
              case $step in
                work) say working '{"prompt":"Add \\u001b[31mcoupons\\u202e"}'; sleep 86394 & ;;
                ask) say asking '{"tool_name":"Bash","tool_input":{"command":"npm publish"}}' ;;
                done)
                  kill %1
                  echo '{"type":"assistant","message":{"id":"a","usage":{"input_tokens":10,"output_tokens":5}}}' >> ~/.scripted/a.jsonl
                  say done '{}' ;;
                huge)
                  truncate -s 2G ~/.scripted/b.jsonl
                  printf '\\n{"type":"assistant","message":{"id":"b","usage":{"input_tokens":1,"output_tokens":2}}}\\n' >> ~/.scripted/b.jsonl
                  say idle 'no json' ;;
                odd) printf 'approve all\\n' > ~/.belljar/state/scripted ;;
                fail) exit 4 ;;
              esac
            done
            """;

    private final AgentUnderTest agent;
    private final CommandLineUnderTest line;
    private final List<CodingAgentsChanged> events = new CopyOnWriteArrayList<>();
    private RunningMachine machine;

    AgentStateMachineTest() throws IOException {
        agent = new AgentUnderTest();
        line = new CommandLineUnderTest(agent.environment());
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void boot() throws Exception {
        Path agents = Files.createDirectories(agent.folder().resolve("config/belljar/agents"));
        Files.writeString(agents.resolve("scripted.toml"), PROFILE);
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
        String text = Base64.getEncoder().encodeToString(PROGRAM.getBytes(StandardCharsets.UTF_8));
        machine.run("echo " + text + " | base64 -d > ~/scripted && chmod +x ~/scripted");
        var _ = agent.client().followHost(0, Set.of(EventType.AGENTS), this::took);
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    private void took(List<Event> batch) {
        batch.forEach(each -> {
            if (each instanceof CodingAgentsChanged changed) {
                events.add(changed);
            }
        });
    }

    private CodingAgentStatus await(Predicate<CodingAgentStatus> wanted) throws Exception {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(last()).matches(wanted));
        return last();
    }

    private CodingAgentStatus last() {
        return events.getLast().agents().getFirst();
    }

    /// Makes the agent do something, and returns its status once it has this state; prints how long that took.
    private CodingAgentStatus step(String name, CodingAgentState expected) throws Exception {
        machine.run("echo " + name + " > ~/steps");
        long from = System.nanoTime();
        CodingAgentStatus status = await(now -> now.state() == expected);
        System.out.printf("%s: shown after %d ms%n", name, (System.nanoTime() - from) / 1_000_000);
        return status;
    }

    @Test
    @Order(1)
    void statesFollowTheHooks() throws Exception {
        var _ = agent.client()
                .call(EnvironmentApi.START_AGENT.at(machine.id(), "scripted"), new StartCodingAgent(List.of()));
        Awaitility.await().atMost(PATIENCE).until(() -> !events.isEmpty());
        assertThat(await(now -> now.state() == CodingAgentState.IDLE).title()).isEqualTo("Scripted");
        assertThat(step("work", CodingAgentState.WORKING).task()).isEqualTo("Add coupons?");
        assertThat(await(now -> now.running() != null).running())
                .satisfies(run -> assertThat(run.command()).isEqualTo("sleep 86394"));
        assertThat(step("ask", CodingAgentState.ASKING).waiting()).isEqualTo("Bash: npm publish");
        Ran list = line.run("", "list");
        assertThat(list.out()).contains("Scripted asking");
        step("done", CodingAgentState.DONE);
        assertThat(await(now -> now.tokens() != null).tokens()).isEqualTo(new TokenUse(10, 5, 0, null, false));
    }

    @Test
    @Order(2)
    void hugeAndChangedFilesDoNoHarm() throws Exception {
        step("huge", CodingAgentState.IDLE);
        assertThat(await(now -> now.tokens() != null && now.tokens().partial()).tokens())
                .isEqualTo(new TokenUse(1, 2, 0, null, true));
        machine.run("echo odd > ~/steps");
        assertThat(step("ask", CodingAgentState.ASKING).waiting()).isEqualTo("Bash: npm publish");
    }

    @Test
    @Order(3)
    void pauseStopsTheProcessesAndContinueGoesOn() throws Exception {
        CodingAgentStatus paused = agent.client().call(EnvironmentApi.PAUSE_AGENT.at(machine.id(), "scripted"));
        assertThat(paused.paused()).isTrue();
        await(CodingAgentStatus::paused);
        String states = "ps -o stat= -p \"$(pgrep -f -x '/bin/bash /home/agent/scripted' | head -n 1)\" | cut -c 1";
        assertThat(machine.run(states)).isEqualTo("T");
        assertThat(agent.client()
                        .call(EnvironmentApi.CONTINUE_AGENT.at(machine.id(), "scripted"))
                        .paused())
                .isFalse();
        assertThat(machine.run(states)).isEqualTo("S");
    }

    @Test
    @Order(4)
    void endIsKnown() throws Exception {
        CodingAgentStatus failed = step("fail", CodingAgentState.FAILED);
        assertThat(failed.exit()).isEqualTo(4);
        Ran status = line.run("", "status", "shop", "--json");
        assertThat(status.out()).contains("\"failed\"").contains("\"exit\"");
        assertThat(agent.client().call(SandboxApi.GET.at(machine.id())).status().agents())
                .extracting(CodingAgentStatus::state)
                .containsExactly(CodingAgentState.FAILED);
    }
}
