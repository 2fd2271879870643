package dev.belljar.app.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.state.HostState;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkSurveyTest {
    private static final long MINUTE = 60_000;
    private static final long NOW = 100 * MINUTE;

    @Test
    void aSandboxThatWasNeverAskedComesFirst() {
        SandboxViewState asked = project("asked", 9_000);
        SandboxViewState fresh = project("fresh", 3);
        assertThat(WorkSurvey.next(List.of(asked, fresh), Map.of("asked", look(NOW - 50 * MINUTE, 0)), NOW))
                .contains(fresh);
    }

    @Test
    void anIdleSandboxIsNotAskedAgain() {
        SandboxViewState idle = project("idle", 1_100);
        assertThat(WorkSurvey.next(List.of(idle), Map.of("idle", look(NOW - 50 * MINUTE, 1_000)), NOW))
                .isEmpty();
    }

    @Test
    void aBusySandboxIsAskedAgainAfterThreeMinutes() {
        SandboxViewState busy = project("busy", 2_000);
        assertThat(WorkSurvey.next(List.of(busy), Map.of("busy", look(NOW - 2 * MINUTE, 1_000)), NOW))
                .isEmpty();
        assertThat(WorkSurvey.next(List.of(busy), Map.of("busy", look(NOW - 3 * MINUTE, 1_000)), NOW))
                .contains(busy);
    }

    @Test
    void ofTwoBusySandboxesTheOneAskedLongestAgoComesFirst() {
        SandboxViewState one = project("one", 2_000);
        SandboxViewState two = project("two", 2_000);
        assertThat(WorkSurvey.next(
                        List.of(one, two),
                        Map.of("one", look(NOW - 4 * MINUTE, 0), "two", look(NOW - 9 * MINUTE, 0)),
                        NOW))
                .contains(two);
    }

    @Test
    void anAnswerIsKeptWithTheNumberOfTheLastEvent() throws InterruptedException {
        WorkSurvey survey = new WorkSurvey(
                new RecordedAgent(Scenario.BUSY),
                () -> HostState.unknown(NOW),
                Clock.systemUTC(),
                Duration.ofSeconds(1));
        assertThat(survey.look(project("sb-shop", 700)).seq()).isEqualTo(700);
    }

    private static WorkSurvey.SurveyedWork look(long at, long seq) {
        return new WorkSurvey.SurveyedWork(WorkState.UNKNOWN, at, seq);
    }

    private static SandboxViewState project(String name, long lastSeq) {
        Sandbox sandbox = new Sandbox(
                name,
                new SandboxSpec(name, "/shop", "microvm", new MachineLimits(1024, 2, 4096), false),
                new SandboxStatus(SandboxState.RUNNING, 0, List.of(), null, null, List.of(), true, lastSeq),
                new Acceleration(Acceleration.Kind.UNKNOWN, "", "", "", null, false, 0, "", 0),
                0,
                null,
                null,
                null,
                null);
        return new SandboxViewState(sandbox, List.of());
    }
}
