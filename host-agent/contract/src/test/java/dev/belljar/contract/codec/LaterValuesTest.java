package dev.belljar.contract.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.DoctorRemedy;
import org.junit.jupiter.api.Test;

/// Tests that a client reads responses of a later host agent.
class LaterValuesTest {
    private static final String CHECK =
            "{\"name\":\"Disk\",\"level\":\"fail\",\"detail\":\"full\",\"fix\":\"belljar storage\"%s}";

    @Test
    void anUnknownRemedyIsReadAsNoneAndTheCommandIsKept() throws Exception {
        DoctorCheck check =
                ContractJson.read(CHECK.formatted(",\"remedy\":\"defragment_disk\",\"since\":7"), DoctorCheck.class);
        assertThat(check.remedy()).isNull();
        assertThat(check.fix()).isEqualTo("belljar storage");
    }

    @Test
    void aKnownRemedyIsReadAsItIsWritten() throws Exception {
        for (DoctorRemedy remedy : DoctorRemedy.values()) {
            DoctorCheck check = new DoctorCheck("Disk", "fail", "full", null).withRemedy(remedy);
            assertThat(check.fix()).isEqualTo(remedy.command());
            assertThat(ContractJson.read(ContractJson.line(check), DoctorCheck.class))
                    .isEqualTo(check);
        }
        assertThat(ContractJson.read(CHECK.formatted(""), DoctorCheck.class).remedy())
                .isNull();
    }
}
