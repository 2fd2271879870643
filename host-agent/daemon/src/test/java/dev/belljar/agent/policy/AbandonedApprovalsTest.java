package dev.belljar.agent.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.policy.approval.AbandonedApprovals;
import dev.belljar.contract.policy.AuditEntry;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that approvals without an end in the audit log are closed, once.
class AbandonedApprovalsTest {
    @TempDir
    private Path folder;

    @Test
    void onlyAnApprovalThatStillWaitedIsClosed() throws Exception {
        try (AuditLog audit = AuditLog.open(folder.resolve("audit"), InstantSource.system())) {
            audit.record(
                    line("held", "tcp a.org:443", "a sentence that names no id").withApproval("a1"));
            audit.record(line("held", "tcp b.org:443", "a sentence that ends with a1")
                    .withApproval("b2"));
            audit.record(line("held", "tcp c.org:443", "any words").withApproval("c3"));
            audit.record(line("answered", "tcp a.org:443", "not about b2").withApproval("a1"));
            audit.record(line("withdrawn", "tcp c.org:443", "not about b2").withApproval("c3"));
            AbandonedApprovals.settle(audit);
            AbandonedApprovals.settle(audit);
            assertThat(audit.newest(10))
                    .extracting(AuditEntry::what, AuditEntry::approval)
                    .containsExactly(
                            tuple("held", "a1"),
                            tuple("held", "b2"),
                            tuple("held", "c3"),
                            tuple("answered", "a1"),
                            tuple("withdrawn", "c3"),
                            tuple("expired", "b2"));
        }
    }

    /// The host agent was replaced by this version while an approval waited.
    @Test
    void anApprovalHeldByAnOlderVersionMayEndInThisOne() throws Exception {
        try (AuditLog audit = AuditLog.open(folder.resolve("audit"), InstantSource.system())) {
            audit.record(line("held", "tcp a.org:443", "approval a1"));
            audit.record(line("expired", "tcp a.org:443", "not in time").withApproval("a1"));
            AbandonedApprovals.settle(audit);
            assertThat(audit.newest(10)).hasSize(2);
        }
    }

    private static AuditLine line(String what, String subject, String detail) {
        return new AuditLine(what, "s1", subject, "", detail);
    }

    /// Older versions wrote the id only into the detail, after `approval` or, still earlier, `question`.
    @ParameterizedTest
    @ValueSource(strings = {"approval", "question"})
    void anApprovalOfAnOlderVersionIsClosedToo(String word) throws Exception {
        try (AuditLog audit = AuditLog.open(folder.resolve("audit"), InstantSource.system())) {
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
