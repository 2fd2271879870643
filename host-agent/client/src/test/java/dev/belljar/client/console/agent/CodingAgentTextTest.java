package dev.belljar.client.console.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.StateEvidence;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import org.junit.jupiter.api.Test;

class CodingAgentTextTest {
    private static CodingAgentStatus agent(CodingAgentState state, boolean paused) {
        return new CodingAgentStatus(
                "codex",
                "Codex",
                state,
                StateEvidence.REPORTED,
                60_000,
                0,
                null,
                null,
                paused,
                new RunningProgram("npm test", 95_000),
                "Fix\u001b[2J \u202eit",
                state == CodingAgentState.ASKING ? "Allow: shop wants api.github.com?" : null,
                new TokenUse(1_200, 340, 56_000, 421_000L, true));
    }

    @Test
    void briefTextIsNameAndState() {
        assertThat(CodingAgentText.brief(null)).isEmpty();
        assertThat(CodingAgentText.brief(agent(CodingAgentState.ASKING, false))).isEqualTo("Codex asking");
        assertThat(CodingAgentText.brief(agent(CodingAgentState.WORKING, true))).isEqualTo("Codex working, paused");
    }

    @Test
    void whatAnAgentSaysIsQuotedAndSafe() {
        assertThat(CodingAgentText.lines(agent(CodingAgentState.ASKING, false), 7_500_000))
                .containsExactly(
                        "Codex: asking for 2 h 4 min",
                        "  runs      npm test (2 h 3 min)",
                        "  task      “Fix ?it”",
                        "  asks      “Allow: shop wants api.github.com?”",
                        "  run time  2 h 5 min",
                        "  tokens    at least 1,200 in, 340 out, 56,000 from the cache, $0.42, as it reports");
    }
}
