package dev.belljar.agent.vm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Why a machine ended is said by whoever knows best.
class EndReasonTest {
    private final EndReason reason = new EndReason();

    @Test
    void aGuestThatPowersOffSaysSo() {
        reason.accept(new QmpEvent("SHUTDOWN", Map.of("guest", true, "reason", "guest-shutdown")));
        assertThat(reason.sentence("")).isEqualTo("the guest powered off");
    }

    @Test
    void whatBelljarDidComesBeforeWhatQemuReports() {
        reason.expect("killed by Belljar");
        reason.accept(new QmpEvent("SHUTDOWN", Map.of("reason", "host-qmp-quit")));
        assertThat(reason.sentence("")).isEqualTo("killed by Belljar");
    }

    @Test
    void withoutAnyReportTheLogsEndIsQuoted() {
        assertThat(reason.sentence("Bus error")).contains("Bus error");
        assertThat(reason.sentence("")).doesNotContain("log ends");
    }

    @Test
    void aReasonOfAnUnexpectedKindIsNoReason() {
        reason.accept(new QmpEvent("SHUTDOWN", Map.of("reason", 7)));
        assertThat(reason.sentence("")).startsWith("QEMU ended without a word");
    }
}
