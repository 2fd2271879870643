package dev.belljar.app.codingagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.codingagent.StartAgentModel.AgentLine;
import dev.belljar.app.codingagent.StartAgentModel.NextStep;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import dev.belljar.contract.view.codingagent.CodingAgentList;
import dev.belljar.contract.view.codingagent.CredentialState;
import dev.belljar.contract.view.codingagent.StartedCodingAgent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests how agents are listed, and what follows an attempt to start one.
class StartAgentModelTest {
    private static CodingAgentInfo info(String name, CredentialState state, @Nullable String problem) {
        boolean uses = state != CredentialState.NONE;
        return new CodingAgentInfo(
                name,
                name,
                uses ? List.of("npm " + name) : List.of(),
                state,
                uses ? "KEY" : null,
                uses ? List.of("api.example.org") : List.of(),
                uses ? "From example.org." : null,
                false,
                null,
                problem);
    }

    private static List<AgentLine> lines(@Nullable String preferred, CodingAgentInfo... infos) {
        return new StartAgentModel(new CodingAgentList(preferred, List.of(infos))).lines();
    }

    private static NextStep next(String code) {
        return StartAgentModel.next(Problem.of(new ProblemCode(code, 409), "x", "y", null));
    }

    @Test
    void agentOfTheProjectIsFirst() {
        assertThat(lines(
                        "c",
                        info("a", CredentialState.NONE, null),
                        info("b", CredentialState.NONE, null),
                        info("c", CredentialState.NONE, null)))
                .extracting(AgentLine::name)
                .containsExactly("c", "a", "b");
    }

    @Test
    void missingSecretIsAWarningThatSaysWhatToDo() {
        AgentLine line = lines(null, info("a", CredentialState.MISSING, null)).getFirst();
        assertThat(line.warns()).isTrue();
        assertThat(line.startable()).as("it can log in itself").isTrue();
        assertThat(line.secret()).isEqualTo("The secret KEY is not stored on this computer. From example.org.");
    }

    @Test
    void storedSecretSaysWhereItIsUsed() {
        AgentLine line = lines(null, info("a", CredentialState.STORED, null)).getFirst();
        assertThat(line.warns()).isFalse();
        assertThat(line.secret()).isEqualTo("Uses the secret KEY for api.example.org");
        assertThat(line.about()).isEqualTo("npm a");
    }

    @Test
    void fileWithAnErrorCannotBeStarted() {
        AgentLine line = lines(null, info("a", CredentialState.NONE, "line 3: unknown\u202ekey"))
                .getFirst();
        assertThat(line.startable()).isFalse();
        assertThat(line.secret()).startsWith("line 3: unknown").doesNotContain("\u202e");
    }

    @Test
    void problemDecidesWhatFollows() {
        assertThat(next("codingagent.not-accepted")).isEqualTo(NextStep.REVIEW);
        assertThat(next("codingagent.not-set-up")).isEqualTo(NextStep.SET_UP);
        assertThat(next("sandbox.wrong-state")).isEqualTo(NextStep.SAY);
    }

    @Test
    void startIsSaidWithTheWayToTheAgent() {
        assertThat(StartAgentModel.said(
                        new StartedCodingAgent("claude", "claude", false, List.of(), List.of()), "shop"))
                .isEqualTo("claude started in shop");
        assertThat(StartAgentModel.said(new StartedCodingAgent("claude", "claude", true, List.of(), List.of()), "shop"))
                .isEqualTo("claude is already running in shop");
        assertThat(StartAgentModel.said(new StartedCodingAgent("claude", null, false, List.of(), List.of()), "shop"))
                .contains("belljar run claude");
    }
}
