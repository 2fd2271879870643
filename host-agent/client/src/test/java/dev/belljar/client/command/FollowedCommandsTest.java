package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.host.ImageStatus;
import dev.belljar.contract.view.host.ToolStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests what the commands print that follow the event stream, and where they begin to follow it.
class FollowedCommandsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ScriptedClient agent = new ScriptedClient();

    @Test
    void aStartPrintsEachRequirementOnceAndFollowsTheSandboxFromItsLastEvent() {
        Deque<Sandbox> states = new ArrayDeque<>(List.of(
                sandbox(SandboxState.STARTING, step(Requirement.State.WAITING, null)),
                sandbox(SandboxState.STARTING, step(Requirement.State.WAITING, null)),
                sandbox(SandboxState.STARTING, step(Requirement.State.WAITING, 20)),
                sandbox(SandboxState.STARTING, step(Requirement.State.WAITING, 25)),
                sandbox(SandboxState.RUNNING, step(Requirement.State.MET, null))));
        agent.on(SandboxApi.START, (_, _) -> states.getFirst()).on(SandboxApi.GET, (_, _) -> {
            event();
            return states.pop();
        });
        assertThat(run("start", "shop")).isZero();
        assertThat(agent.streams()).containsExactly("shop after 7 [STATE, STEP, GAP]");
        assertThat(agent.listeners()).isEmpty();
        assertThat(text(err)).isEqualTo("""
                  … Start the machine
                  … Start the machine: 20 %\s
                  ✓ Start the machine
                """);
        assertThat(text(out)).isEqualTo("shop is running\n");
    }

    @Test
    void aBrokenStreamIsFollowedFurther() {
        Deque<SandboxState> states = new ArrayDeque<>(
                List.of(SandboxState.STARTING, SandboxState.STARTING, SandboxState.STARTING, SandboxState.RUNNING));
        agent.on(SandboxApi.START, (_, _) -> sandbox(SandboxState.STARTING)).on(SandboxApi.GET, (_, _) -> {
            boolean up = states.size() % 2 == 0;
            agent.listeners().forEach(stream -> stream.connected(up));
            return sandbox(states.pop());
        });
        assertThat(run("start", "shop")).isZero();
        assertThat(agent.streams()).hasSize(1);
    }

    @Test
    void approvalsArePrintedOnceWhenTheyArrive() {
        Deque<List<String>> waiting = new ArrayDeque<>(
                List.of(List.of("q1"), List.of("q1", "q2"), List.of("q2"), List.of("q2"), List.of("q1", "q2")));
        agent.on(HostApi.STATUS, (_, _) -> host()).on(PolicyApi.APPROVALS, (_, request) -> {
            assertThat(request.sandbox()).isEqualTo("shop");
            if (waiting.isEmpty()) {
                throw new AgentException(Problem.of(ProblemCode.UNAVAILABLE, "gone", "no answer", null), null);
            }
            event();
            return new ApprovalQueue(
                    waiting.pop().stream().map(FollowedCommandsTest::approval).toList());
        });
        assertThat(run("approvals", "shop", "--follow")).isEqualTo(6);
        assertThat(agent.streams()).containsExactly("host after 41 [GAP, APPROVAL]");
        assertThat(text(out).lines().map(line -> line.substring(0, 2))).containsExactly("q1", "q2", "q1");
        assertThat(text(err)).contains("no answer");
    }

    @Test
    void aBuildOfTheGuestImagePrintsItsProgressOnce() {
        Deque<ImageStatus> builds = new ArrayDeque<>(List.of(
                image("building", 3, "download"),
                image("building", 3, "download"),
                image("building", 60, "pack"),
                image("building", 60, "pack"),
                image("ready", 100, "")));
        agent.on(HostApi.BUILD_IMAGE, (_, _) -> builds.pop()).on(HostApi.STATUS, (_, _) -> {
            event();
            return host(builds.size() > 1 || !agent.listeners().isEmpty() ? builds.pop() : builds.getFirst());
        });
        assertThat(run("image", "build")).isZero();
        assertThat(agent.streams()).containsExactly("host after 41 [IMAGE, GAP]");
        assertThat(text(err)).isEqualTo("  3 %  download\n 60 %  pack\n");
        assertThat(text(out)).isEqualTo("Guest image: ready, 1.0 kB\n");
    }

    @Test
    void aBuildOfZellijPrintsItsProgressOnce() {
        Deque<ToolStatus> builds = new ArrayDeque<>(List.of(
                zellij("building", 3, "Fetching the crates"),
                zellij("building", 3, "Fetching the crates"),
                zellij("building", 60, "Compiling"),
                zellij("ready", 100, "")));
        agent.on(HostApi.STATUS, (_, _) -> host())
                .on(AccessApi.BUILD_ZELLIJ, (_, _) -> builds.pop())
                .on(AccessApi.ZELLIJ, (_, _) -> {
                    event();
                    return builds.pop();
                });
        assertThat(run("image", "zellij")).isZero();
        assertThat(agent.streams()).containsExactly("host after 41 [TOOL, GAP]");
        assertThat(text(err)).isEqualTo("  3 %  Fetching the crates\n 60 %  Compiling\n");
        assertThat(text(out)).isEqualTo("Zellij: ready, built\n");
    }

    private static ToolStatus zellij(String state, int percent, String step) {
        return new ToolStatus("zellij", state, percent, step, "0.45.1", null, "built", null);
    }

    private void event() {
        agent.listeners().forEach(stream -> stream.events(List.of(new GapEvent(42, 0, "lost", 1, "full"))));
    }

    private int run(String... words) {
        PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream aside = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Belljar.run(CommandSession.with(agent, _ -> null, said, aside), words);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static Requirement step(Requirement.State state, @Nullable Integer percent) {
        return new Requirement("machine", "Start the machine", state, 0, percent, null, null);
    }

    private static Approval approval(String id) {
        return new Approval(id, "a1", "shop", 0, 0, "tcp", "example.org", "192.0.2.1", 443, null, 1);
    }

    private static ImageStatus image(String state, int percent, String step) {
        return new ImageStatus(state, percent, step, null, List.of(), null, null, 1_000, null, null, List.of());
    }

    private static HostStatus host() throws JsonFault {
        return host(image("ready", 100, ""));
    }

    private static HostStatus host(ImageStatus image) throws JsonFault {
        return ContractJson.read("{\"lastSeq\":41,\"image\":" + ContractJson.line(image) + "}", HostStatus.class);
    }

    private static Sandbox sandbox(SandboxState state, Requirement... requirements) {
        return new Sandbox(
                "a1",
                new SandboxSpec("shop", "/shop", "microvm", new MachineLimits(256, 1, 1024), false),
                new SandboxStatus(state, 0, List.of(requirements), null, null, List.of(), true, 7),
                new Acceleration(Acceleration.Kind.KVM, "KVM", "", "", null, false, 0, "", 0),
                0,
                null,
                null,
                null,
                null);
    }
}
