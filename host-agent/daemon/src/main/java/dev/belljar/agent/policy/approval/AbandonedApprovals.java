package dev.belljar.agent.policy.approval;

import dev.belljar.agent.audit.AuditException;
import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.contract.policy.AuditEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Closes approvals that still waited when an earlier host agent was killed: nobody can answer them any more,
/// and their connections were reset, so the audit records them as refused.
public final class AbandonedApprovals {
    private static final int LOOKED_AT = 5_000;
    private static final Set<String> ENDS = Set.of("answered", "expired", "withdrawn");

    private AbandonedApprovals() {}

    public static void settle(AuditLog audit) throws AuditException {
        Map<String, AuditEntry> waiting = new LinkedHashMap<>();
        for (AuditEntry entry : audit.newest(LOOKED_AT)) {
            if (entry.what().equals("held")) {
                waiting.put(approvalId(entry), entry);
            } else if (ENDS.contains(entry.what())) {
                waiting.remove(approvalId(entry));
            }
        }
        waiting.forEach((approvalId, entry) -> audit.record(new AuditLine(
                        "expired",
                        String.valueOf(entry.sandbox()),
                        String.valueOf(entry.subject()),
                        "refused",
                        "the host agent stopped before anybody answered, approval " + approvalId)
                .withApproval(approvalId)));
    }

    private static String approvalId(AuditEntry entry) {
        String approval = entry.approval();
        return approval == null ? writtenByAnOlderVersion(entry.detail()) : approval;
    }

    /// Only for entries that an older version wrote, which have no `approval`: the id is the last word of the
    /// detail, after `approval` or, still earlier, `question`. They cannot be rewritten, because each line's hash
    /// is in the next one.
    private static String writtenByAnOlderVersion(String detail) {
        return detail.substring(detail.lastIndexOf(' ') + 1);
    }
}
