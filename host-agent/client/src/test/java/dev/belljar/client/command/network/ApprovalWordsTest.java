package dev.belljar.client.command.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.Approval;
import org.junit.jupiter.api.Test;

/// Tests the texts about a name that leads to a private address, and about a service of this computer.
class ApprovalWordsTest {
    @Test
    void aServiceOfThisComputerIsNamedWithItsProgram() {
        String special = "a service of this computer: postgres (pid 812)";
        Approval service = new Approval(
                "q", "s", "shop", 0, 0, "tcp", "host.belljar.internal", null, 5432, null, 1, null, special);
        assertThat(ApprovalsCommand.wants(service))
                .isEqualTo("connect to host.belljar.internal:5432, a service of this computer: postgres (pid 812)");
    }

    @Test
    void anAccessToAFileIsNamedWithItsPath() {
        Approval file = new Approval(
                "j1", "k1", "shop", 0, 0, "file", "/home/anna/.ssh/key", null, 0, "/bin/cat", 1, null, "open");
        assertThat(ApprovalsCommand.wants(file)).isEqualTo("open /home/anna/.ssh/key");
    }

    @Test
    void allowingANameWarnsThatItsAddressIsNotKnownYet() {
        Approval inside = new Approval(
                "q", "s", "shop", 0, 0, "dns", "db.lan", "10.0.0.5", 0, null, 1, null, "a private address");
        assertThat(ApprovalsCommand.wants(inside)).isEqualTo("resolve db.lan to 10.0.0.5, a private address");
        assertThat(AnswerCommand.leading("db.lan"))
                .contains("db.lan", "a private or reserved address, you will be asked", "stay blocked");
    }
}
