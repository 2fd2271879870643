package dev.belljar.app.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.state.ChangeWatch;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SetupChanged;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class EnvironmentWatchTest {
    private final AtomicInteger changes = new AtomicInteger();
    private final ChangeWatch watch = EnvironmentWatch.of("sb-1", "/p", changes::incrementAndGet);

    private int after(Event event) {
        watch.events(List.of(event));
        return changes.get();
    }

    @Test
    void onlyTheSetupOfTheSandboxIsTold() {
        SetupStatus status = SetupStatus.begun("d0", 1, 1);
        assertThat(after(new SetupChanged(1, 1, "sb-2", status))).isZero();
        assertThat(after(new SetupChanged(2, 1, "sb-1", status))).isOne();
        assertThat(after(new HostEvent.ImageChanged(3, 1, "ready", 100, "", null, null)))
                .isOne();
    }

    @Test
    void lostEventsAreTold() {
        assertThat(after(new GapEvent(1, 1, "lost", 1, "no room"))).isOne();
    }

    @Test
    void aNewConnectionIsTold() {
        watch.connected();
        assertThat(changes).hasValue(1);
    }
}
