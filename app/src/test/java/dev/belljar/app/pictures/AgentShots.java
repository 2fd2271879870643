package dev.belljar.app.pictures;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.StateEvidence;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pictures of screens while coding agents run.
final class AgentShots {
    private static final long MINUTE = 60_000;

    private AgentShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "agent-launcher",
                        Scenario.BUSY,
                        window -> {
                            agents(window, false);
                            // Waits until the host agent has reported what each sandbox changed.
                            window.awaitGone("…");
                        },
                        "asking",
                        "“Add coupon codes to the cart. Keep the tests green.”",
                        "“Bash: npm publish --access public”",
                        "184 k tokens, $0.62",
                        "working"),
                new ScreenCase(
                        "agent-line",
                        Scenario.BUSY,
                        window -> {
                            agents(window, false);
                            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
                        },
                        "asking",
                        "npm install qrpress",
                        "Pause agent"),
                new ScreenCase(
                        "agent-paused",
                        Scenario.BUSY,
                        window -> {
                            agents(window, true);
                            ScreenCases.enter(window, "docs", ScreenKind.PROCESSES);
                        },
                        "paused",
                        "Continue agent"));
    }

    private static void agents(WindowHarness window, boolean paused) {
        long now = window.workbench().state().at();
        give(window, "shop", shop(now));
        give(
                window,
                "docs",
                agent(
                        "codex",
                        "Codex",
                        CodingAgentState.WORKING,
                        now - 6 * MINUTE,
                        now - 30 * MINUTE,
                        paused,
                        new RunningProgram("npm test", now - 12_000),
                        "Store coupons in SQLite",
                        null,
                        new TokenUse(90_000, 6_000, 0, null, true)));
        give(
                window,
                "try-1",
                agent(
                        "gemini",
                        "Gemini CLI",
                        CodingAgentState.DONE,
                        now - 9 * MINUTE,
                        now - 56 * MINUTE,
                        false,
                        null,
                        "Ask the coupon service over HTTP",
                        null,
                        null));
        give(
                window,
                "try-2",
                agent(
                        "aider",
                        "aider",
                        CodingAgentState.FAILED,
                        now - 4 * MINUTE,
                        now - 20 * MINUTE,
                        false,
                        null,
                        null,
                        null,
                        null));
        window.await(
                "the agents",
                b -> b.state().sandboxes().stream()
                        .anyMatch(each -> each.reported().status().agent() != null));
        window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
    }

    private static CodingAgentStatus shop(long now) {
        return agent(
                "claude",
                "Claude Code",
                CodingAgentState.ASKING,
                now - 24_000,
                now - 41 * MINUTE,
                false,
                new RunningProgram("npm install qrpress", now - 37_000),
                "Add coupon codes to the cart. Keep the tests green.",
                "Bash: npm publish --access public",
                new TokenUse(20_000, 12_000, 152_000, 620_000L, false));
    }

    private static CodingAgentStatus agent(
            String name,
            String title,
            CodingAgentState state,
            long since,
            long started,
            boolean paused,
            @Nullable RunningProgram running,
            @Nullable String task,
            @Nullable String waiting,
            @Nullable TokenUse tokens) {
        boolean failed = state == CodingAgentState.FAILED;
        return new CodingAgentStatus(
                name,
                title,
                state,
                StateEvidence.REPORTED,
                since,
                started,
                failed ? since : null,
                failed ? 2 : null,
                paused,
                running,
                task,
                waiting,
                tokens);
    }

    private static void give(WindowHarness window, String sandbox, CodingAgentStatus agent) {
        window.agent().changeSandbox(sandbox, was -> was.with(was.status().withAgents(List.of(agent))));
    }
}
