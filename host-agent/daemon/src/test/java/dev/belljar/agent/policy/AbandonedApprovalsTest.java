package dev.belljar.agent.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.policy.approval.AbandonedApprovals;
import dev.belljar.contract.policy.AuditEntry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that approvals without an end in the audit log are closed, once.
class AbandonedApprovalsTest {
    @TempDir
    private Path folder;

    /// Older versions wrote `question` before the id.
    @ParameterizedTest
    @ValueSource(strings = {"approval", "question"})
    void onlyAnApprovalThatStillWaitedIsClosed(String word) throws Exception {
        try (AuditLog audit = AuditLog.open(folder, InstantSource.system())) {
            audit.record("held", "s1", "tcp a.org:443", "held", word + " a1");
            audit.record("held", "s1", "tcp b.org:443", "held", word + " b2");
            audit.record("answered", "s1", "tcp a.org:443", "allowed", "allow a.org, for once, " + word + " a1");
            AbandonedApprovals.settle(audit);
            AbandonedApprovals.settle(audit);
            assertThat(audit.newest(10))
                    .extracting(AuditEntry::what)
                    .containsExactly("held", "held", "answered", "expired");
            AuditEntry closed = audit.newest(1).getLast();
            assertThat(closed.subject()).isEqualTo("tcp b.org:443");
            assertThat(closed.detail()).isEqualTo("the host agent stopped before anybody answered, approval b2");
        }
    }
}
