package dev.belljar.app.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RequestingProcess;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that the text of an approval is short and not misleading, whatever the guest puts into it.
class ApprovalTextTest {
    @Test
    void controlAndDirectionCharactersAreShownAsCodes() {
        assertThat(ApprovalText.process(approval("a.example", "a\u202Egnp.\u001b[31mexe")))
                .isEqualTo("a\\x{202E}gnp.\\x{1B}[31mexe");
        assertThat(ApprovalText.destination(approval("\u0430.example\u0000", null)))
                .isEqualTo("\\x{430}.example\\x{0}:443");
    }

    @Test
    void longNamesAreShortened() {
        String name = "x".repeat(100_000);
        assertThat(ApprovalText.destination(approval(name, name)).length()).isLessThan(130);
        assertThat(ApprovalText.process(approval(name, name)).length()).isLessThan(210);
        assertThat(ApprovalText.process(approval(name, "\u202E".repeat(100_000)))
                        .length())
                .isLessThan(210);
    }

    @Test
    void theTimeLeftIsNeverNegative() {
        Approval approval = approval("a.example", null);
        assertThat(ApprovalText.left(approval, 0)).isEqualTo("1:00");
        assertThat(ApprovalText.left(approval, 35_001)).isEqualTo("0:25");
        assertThat(ApprovalText.left(approval, 90_000)).isEqualTo("0:00");
    }

    @Test
    void aNameWithAPrivateAddressShowsItAndWhatAllowingDoes() {
        Approval approval = new Approval(
                "1", "sb-1", "shop", 0, 60_000, "dns", "db.corp", "10.0.0.5", 0, null, 1, null, "a private address");
        assertThat(ApprovalText.destination(approval)).isEqualTo("db.corp → 10.0.0.5");
        assertThat(ApprovalText.place(approval))
                .isEqualTo("The name resolves to 10.0.0.5, a private address. If you allow the name, "
                        + "your answer covers only that address.");
        assertThat(ApprovalText.place(approval("a.example", null))).isEmpty();
        assertThat(ApprovalText.detail(approval))
                .isEqualTo("DNS query. Your answer also covers connections to ports 80 and 443.");
    }

    @Test
    void aServiceOfThisComputerIsNamedAsSuch() {
        String special = "a service of this computer: postgres (pid 812)";
        Approval approval = new Approval(
                "1", "sb-1", "shop", 0, 60_000, "tcp", "host.belljar.internal", null, 5432, null, 1, null, special);
        assertThat(ApprovalText.destination(approval)).isEqualTo("host.belljar.internal:5432");
        assertThat(ApprovalText.detail(approval)).isEqualTo("port on this computer");
        assertThat(ApprovalText.place(approval))
                .isEqualTo("This is a service of this computer: postgres (pid 812). Allowing it gives the sandbox"
                        + " access to this port only.");
    }

    @Test
    void theWaitedAndTheRemainingTimeAreShown() {
        Approval approval = approval("a.example", null);
        assertThat(ApprovalText.held(approval, 36_000)).isEqualTo("waiting 0:36");
        assertThat(ApprovalText.deniedIn(approval, 36_000)).isEqualTo("denied in 0:24");
    }

    @Test
    void theScriptOrPackageOfTheProcessIsNamed() {
        assertThat(ApprovalText.program(asked("node", "/usr/bin/node", "--trace-warnings", "scripts/fetch-binary.js")))
                .isEqualTo("fetch-binary.js (node 1236)");
        assertThat(ApprovalText.program(asked("npm", "npm", "install", "qrpress")))
                .isEqualTo("install qrpress (npm 1236)");
        assertThat(ApprovalText.program(asked("python3", "python3", "-c", "import os")))
                .isEqualTo("python3 1236");
        assertThat(ApprovalText.program(asked("curl", "curl", "-m", "2"))).isEqualTo("curl 1236");
        assertThat(ApprovalText.program(approval("a.example", null))).isEqualTo("unknown process");
    }

    @Test
    void controlCharactersInAScriptNameAreShownAsCodes() {
        assertThat(ApprovalText.program(asked("node", "node", "a\u202Egnp.js")))
                .isEqualTo("a\\x{202E}gnp.js (node 1236)");
    }

    private static Approval asked(String name, String... argv) {
        RequestingProcess requester = new RequestingProcess(1236, name, null, List.of(argv), List.of(), 0, 0);
        return new Approval(
                "1", "sb-1", "shop", 0, 60_000, "tcp", "a.example", "192.0.2.1", 443, name, 1, requester, null);
    }

    private static Approval approval(String name, @Nullable String process) {
        return new Approval("1", "sb-1", "shop", 0, 60_000, "tcp", name, "192.0.2.1", 443, process, 1);
    }
}
