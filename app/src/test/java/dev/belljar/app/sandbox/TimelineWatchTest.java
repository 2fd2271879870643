package dev.belljar.app.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.pictures.WindowHarness;
import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.RecordedHost;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.state.FxPulse;
import dev.belljar.contract.operation.TimelineApi;
import dev.belljar.contract.request.timeline.ReadTimeline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests what is requested of a sandbox's history, and which moment is selected.
class TimelineWatchTest {
    private static final long AT = RecordedHost.at("14:28:18");

    private final RecordedAgent agent = new RecordedAgent(Scenario.BUSY);
    private final TimelineWatch watch = new TimelineWatch(agent, new FxPulse(), "sb-shop");

    @BeforeAll
    static void start() {
        WindowHarness.start();
    }

    @Test
    void ofManyRequestsInAShortTimeOnlyTheNewestIsSent() {
        for (int i = 1; i <= 200; i++) {
            watch.request(new ReadTimeline(AT - i, AT, 100, 100));
        }
        Awaitility.await().until(() -> watch.timeline().now().timeline() != null);
        assertThat(calls(TimelineApi.TIMELINE.name())).isEqualTo(1);
        assertThat(watch.timeline().now().timeline())
                .isNotNull()
                .satisfies(read -> assertThat(read.from()).isEqualTo(AT - 200));
        watch.request(new ReadTimeline(AT - 7, AT, 100, 100));
        Awaitility.await().until(() -> calls(TimelineApi.TIMELINE.name()) == 2);
    }

    @Test
    void aSelectedMomentIsReadAndForgottenWhenThePresentIsShown() {
        watch.select(AT);
        assertThat(watch.moment().now()).map(SelectedTime::at).contains(AT);
        Awaitility.await()
                .until(() -> watch.moment().now().map(SelectedTime::moment).isPresent());
        assertThat(watch.moment().now())
                .map(SelectedTime::flows)
                .hasValueSatisfying(
                        flows -> assertThat(flows.flows()).isNotEmpty().allMatch(flow -> flow.started() <= AT));
        watch.clear();
        assertThat(watch.moment().now()).isEmpty();
        watch.select(AT - 1);
        watch.clear();
        Awaitility.await()
                .during(Duration.ofMillis(300))
                .until(() -> watch.moment().now().isEmpty());
        assertThat(calls(TimelineApi.MOMENT.name())).isEqualTo(1);
    }

    @Test
    void aFailureKeepsTheTimelineAndSaysWhy() {
        watch.request(new ReadTimeline(AT - 1_000, AT, 100, 100));
        Awaitility.await().until(() -> watch.timeline().now().timeline() != null);
        agent.leave();
        watch.request(new ReadTimeline(AT - 2_000, AT, 100, 100));
        watch.select(AT);
        Awaitility.await().until(() -> watch.timeline().now().problem() != null);
        assertThat(watch.timeline().now().timeline()).isNotNull();
        Awaitility.await()
                .until(() -> watch.moment().now().map(SelectedTime::problem).isPresent());
    }

    @Test
    void aRequestDuringAnotherOneWaitsAndAnErrorDoesNotStopLaterOnes() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<Integer> sent = new CopyOnWriteArrayList<>();
        NewestRequest<Integer> requests = new NewestRequest<>("test", Duration.ZERO, number -> {
            sent.add(number);
            if (number == 1) {
                release.await();
                throw new IllegalStateException("for the test");
            }
        });
        requests.ask(1);
        Awaitility.await().until(() -> sent.contains(1));
        requests.ask(2);
        requests.ask(3);
        release.countDown();
        Awaitility.await().until(() -> sent.contains(3));
        assertThat(sent).containsExactly(1, 3);
    }

    private int calls(String operation) {
        return agent.calls().getOrDefault(operation, 0);
    }
}
