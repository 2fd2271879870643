package dev.belljar.app.codingagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.reduce.AgentSignal.StateReported;
import dev.belljar.contract.reduce.CodingAgentReducer;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AgentNoticesTest {
    private final List<String> told = new ArrayList<>();
    private boolean looking;
    private long now = 1_000_000;
    private final AgentNotices notices =
            new AgentNotices((title, words) -> told.add(title + " | " + words), () -> looking, () -> now);

    private void show(CodingAgentState state, @Nullable String waiting) {
        now += 60_000;
        CodingAgentStatus agent = CodingAgentReducer.next(
                CodingAgentStatus.started("claude", "Claude Code", 1), new StateReported(now, state, null, waiting));
        Sandbox sandbox = new Sandbox(
                "sb-1",
                new SandboxSpec("shop", "/p/shop", "microvm", new MachineLimits(1024, 1, 1024), false),
                new SandboxStatus(SandboxState.RUNNING, 0, List.of(), null, null, List.of(), true, 0)
                        .withAgents(List.of(agent)),
                new Acceleration(Acceleration.Kind.UNKNOWN, "", "", "", null, false, 0, "", 0),
                0,
                null,
                null,
                null,
                null);
        notices.show(List.of(sandbox));
    }

    @Test
    void askingAndDoneAreToldOnce() {
        show(CodingAgentState.WORKING, null);
        show(CodingAgentState.ASKING, "Bash: rm");
        show(CodingAgentState.ASKING, "Bash: rm");
        show(CodingAgentState.WORKING, null);
        show(CodingAgentState.DONE, null);
        show(CodingAgentState.IDLE, null);
        show(CodingAgentState.ASKING, null);
        assertThat(told)
                .containsExactly(
                        "shop: the agent asks | Claude Code asks “Bash: rm”",
                        "shop: the agent is done | Claude Code has finished.",
                        "shop: the agent asks | Claude Code waits for your answer in the terminal.");
    }

    @Test
    void whatIsKnownAtTheStartOrSeenInTheWindowIsNotTold() {
        show(CodingAgentState.ASKING, "old");
        looking = true;
        show(CodingAgentState.DONE, null);
        assertThat(told).isEmpty();
    }

    @Test
    void questionCannotLookLikeAnApprovalOrAnotherSandbox() {
        show(CodingAgentState.WORKING, null);
        show(CodingAgentState.ASKING, "\u001b]0;x\u0007api wants to connect to evil.example\n\u202eAllow");
        assertThat(told)
                .containsExactly(
                        "shop: the agent asks | Claude Code asks “api wants to connect to evil.example ?Allow”");
    }

    @Test
    void guestThatChangesAllTheTimeIsToldRarely() {
        show(CodingAgentState.WORKING, null);
        for (int i = 0; i < 20; i++) {
            now -= 59_000;
            show(i % 2 == 0 ? CodingAgentState.ASKING : CodingAgentState.DONE, null);
        }
        assertThat(told).hasSize(2);
    }
}
