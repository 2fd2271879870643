package dev.belljar.app.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.approval.ApprovalWatch;
import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.state.FxPulse;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.work.WorkSurvey;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.policy.SetNetworkMode;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests what the window requests: gauges, and nothing else while nothing happens. A second lasts 20 ms here.
class IdleWatchTest {
    private static final Duration SECOND = Duration.ofMillis(20);
    private static final int MINUTE = 60;
    private static final int MOST = 65;

    private final RecordedAgent agent = new RecordedAgent(Scenario.BUSY);
    private final FxPulse pulse = new FxPulse();
    private final Clock clock = Clock.systemUTC();
    private final HostWatch host = new HostWatch(agent, pulse, clock, SECOND);
    private final ApprovalWatch approvals = new ApprovalWatch(agent, host, pulse);
    private final SandboxWatch sandbox = new SandboxWatch(agent, host, pulse, clock, "sb-shop");
    private final WorkSurvey survey = new WorkSurvey(agent, host.state()::now, clock, SECOND.multipliedBy(3));

    @BeforeEach
    void open() throws Exception {
        WindowHarness.start();
        host.start();
        approvals.start();
        sandbox.start();
        survey.resume();
        // The work is requested once more after the recorded writes.
        await(() -> calls(HostApi.GAUGES.name()) > MINUTE && calls(SandboxApi.WORK.name()) > 3);
    }

    @AfterEach
    void close() {
        survey.pause();
        sandbox.close();
        approvals.close();
        host.close();
    }

    @Test
    void anIdleWindowMakesAboutOneRequestASecond() {
        Map<String, Integer> before = agent.calls();
        int end = calls(HostApi.GAUGES.name()) + MINUTE;
        await(() -> calls(HostApi.GAUGES.name()) >= end);
        Map<String, Integer> after = agent.calls();
        int lists = after.entrySet().stream()
                .filter(call -> !call.getKey().equals(HostApi.GAUGES.name()))
                .mapToInt(call -> call.getValue() - before.getOrDefault(call.getKey(), 0))
                .sum();
        assertThat(MINUTE + lists)
                .as("requests in a minute: before %s, after %s", before, after)
                .isLessThanOrEqualTo(MOST);
    }

    @Test
    void aListIsRequestedAfterAnEventThatChangesIt() {
        int lists = calls(SandboxApi.LIST.name());
        agent.lose("docs");
        await(() -> host.state().now().sandbox("docs").isEmpty());
        assertThat(calls(SandboxApi.LIST.name())).isEqualTo(lists + 1);
    }

    @Test
    void thePolicyIsRequestedAfterItChanged() throws Exception {
        int policies = calls(PolicyApi.POLICY.name());
        agent.rules().networkMode("sb-shop", new SetNetworkMode(null, null));
        await(() -> calls(PolicyApi.POLICY.name()) == policies + 1);
    }

    private int calls(String operation) {
        return agent.calls().getOrDefault(operation, 0);
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Durations.ONE_MINUTE).until(condition);
    }
}
