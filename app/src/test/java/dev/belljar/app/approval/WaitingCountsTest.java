package dev.belljar.app.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.Approval;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tests that sidebar, rows, tabs, cards and dock show the same counts of approvals and terminals.
class WaitingCountsTest {
    private static final ApprovalList ASKED =
            new ApprovalList(List.of(approval("1", "shop"), approval("2", "shop"), approval("3", "api")), List.of());

    @Test
    void theTotalIsTheSumOfTheRowsWithTheirTerminals() {
        WaitingCounts counts =
                WaitingCounts.of(ASKED, Map.of("shop", 1, "docs", 2, "api", 0), List.of("shop", "api", "docs"));
        assertThat(counts.of("shop")).isEqualTo(3);
        assertThat(counts.of("api")).isEqualTo(1);
        assertThat(counts.of("docs")).isEqualTo(2);
        assertThat(counts.total()).isEqualTo(6);
        assertThat(counts.approvals("shop") + counts.terminals("shop")).isEqualTo(counts.of("shop"));
    }

    @Test
    void terminalsOfADestroyedSandboxAreNotCounted() {
        WaitingCounts counts = WaitingCounts.of(ApprovalList.NONE, Map.of("shop", 1), List.of("api"));
        assertThat(counts.total()).isZero();
        assertThat(counts.terminals()).isEmpty();
    }

    @Test
    void aTerminalCountsWithoutAnApproval() {
        assertThat(WaitingCounts.of(ApprovalList.NONE, Map.of("shop", 1), List.of("shop"))
                        .total())
                .isEqualTo(1);
        assertThat(WaitingCounts.NONE.total()).isZero();
    }

    private static Approval approval(String id, String sandbox) {
        return new Approval(id, sandbox, sandbox, 0, 60_000, "tcp", "a.example", "192.0.2.1", 443, null, 1);
    }
}
