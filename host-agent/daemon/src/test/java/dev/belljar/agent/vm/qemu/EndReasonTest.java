package dev.belljar.agent.vm.qemu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.vm.MachineEnd;
import dev.belljar.agent.vm.qmp.QmpEvent;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests that the most precise source determines why a machine ended.
class EndReasonTest {
    private final EndReason reason = new EndReason();

    @Test
    void aPowerOffOfTheGuestIsTheReason() {
        reason.accept(new QmpEvent("SHUTDOWN", Map.of("guest", true, "reason", "guest-shutdown")));
        assertThat(reason.end("")).isEqualTo(new MachineEnd(true, "the guest powered off"));
    }

    @Test
    void onlyAPowerOffOfTheGuestIsOrderly() {
        for (String other : List.of("guest-reset", "guest-panic", "host-qmp-quit", "host-signal", "")) {
            EndReason ends = new EndReason();
            ends.accept(new QmpEvent("SHUTDOWN", Map.of("reason", other)));
            assertThat(ends.end("").orderly()).as(other).isFalse();
        }
        reason.accept(new QmpEvent("SHUTDOWN", Map.of("reason", "guest-shutdown")));
        reason.expect("killed by Belljar");
        assertThat(reason.end("").orderly()).isFalse();
    }

    @Test
    void theActionOfBelljarPrecedesTheReportOfQemu() {
        reason.expect("killed by Belljar");
        reason.accept(new QmpEvent("SHUTDOWN", Map.of("reason", "host-qmp-quit")));
        assertThat(reason.end("").sentence()).isEqualTo("killed by Belljar");
    }

    @Test
    void withoutAnyReportTheLogsEndIsQuoted() {
        assertThat(reason.end("Bus error").sentence()).contains("Bus error");
        assertThat(reason.end("").sentence()).doesNotContain("last output");
    }

    @Test
    void aReasonOfUnexpectedTypeIsIgnored() {
        reason.accept(new QmpEvent("SHUTDOWN", Map.of("reason", 7)));
        assertThat(reason.end("").sentence()).startsWith("QEMU exited without giving a reason");
    }
}
