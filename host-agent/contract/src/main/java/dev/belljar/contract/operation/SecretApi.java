package dev.belljar.contract.operation;

import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.request.policy.BindSecret;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.request.policy.ListAudit;
import dev.belljar.contract.request.policy.SetInspection;
import java.util.List;

/// The operations on the audit log, TLS inspection and secrets.
public final class SecretApi {
    public static final Operation<ListAudit, List<AuditEntry>> AUDIT = Operation.get("audit", "/audit")
            .about("Lists the newest audit entries in chronological order.", "The entries.")
            .query(ListAudit.class)
            .answersList(AuditEntry.class);

    public static final Operation<Empty, AuditVerdict> VERIFY_AUDIT = Operation.get("verifyAudit", "/audit/verify")
            .about(
                    "Verifies the hash chain of the whole audit log.",
                    "Whether the chain is intact; if it is not, the first broken line.")
            .answers(AuditVerdict.class);

    public static final Operation<Empty, InspectionView> INSPECTION = Operation.get(
                    "inspection", "/sandboxes/{id}/inspection")
            .about(
                    "Returns the host names for which a sandbox's TLS connections are inspected.",
                    "The host names for which connections are inspected.")
            .answers(InspectionView.class);

    public static final Operation<SetInspection, InspectionView> INSPECT = Operation.post(
                    "inspect", "/sandboxes/{id}/inspection")
            .about(
                    "Turns TLS inspection on or off for connections to the given names.",
                    "The host names for which connections are inspected after the change.")
            .body(SetInspection.class)
            .answers(InspectionView.class);

    public static final Operation<Empty, List<SecretInfo>> SECRETS = Operation.get("secrets", "/secrets")
            .about("Lists the secrets that are stored on this host, without their values.", "The secrets.")
            .answersList(SecretInfo.class);

    public static final Operation<KeepSecret, SecretInfo> KEEP = Operation.post("keepSecret", "/secrets")
            .about("Stores a secret, or replaces its value.", "The secret.")
            .body(KeepSecret.class)
            .answers(201, SecretInfo.class);

    public static final Operation<BindSecret, SecretInfo> BIND = Operation.post("bindSecret", "/secrets/{name}/bind")
            .about("Permits the use of a secret in requests to a host name.", "The secret.")
            .body(BindSecret.class)
            .answers(SecretInfo.class);

    public static final Operation<Empty, Empty> REMOVE = Operation.delete("removeSecret", "/secrets/{name}")
            .about("Deletes a secret.", "The secret was deleted.")
            .answersNothing(204);

    private SecretApi() {}
}
