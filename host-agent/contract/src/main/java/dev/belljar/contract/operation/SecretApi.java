package dev.belljar.contract.operation;

import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.request.BindSecret;
import dev.belljar.contract.request.KeepSecret;
import dev.belljar.contract.request.ListAudit;
import dev.belljar.contract.request.SetInspection;
import java.util.List;

/// The operations on the audit log, TLS inspection and secrets.
public final class SecretApi {
    /// The newest entries of the audit log.
    public static final Operation<ListAudit, List<AuditEntry>> AUDIT =
            Operation.get("audit", "/audit").query(ListAudit.class).answersList(AuditEntry.class);

    /// Whether the audit log is unchanged.
    public static final Operation<Empty, AuditVerdict> VERIFY_AUDIT =
            Operation.get("verifyAudit", "/audit/verify").answers(AuditVerdict.class);

    /// Which connections of a sandbox are inspected.
    public static final Operation<Empty, InspectionView> INSPECTION =
            Operation.get("inspection", "/sandboxes/{id}/inspection").answers(InspectionView.class);

    /// Begins or ends TLS inspection.
    public static final Operation<SetInspection, InspectionView> INSPECT = Operation.post(
                    "inspect", "/sandboxes/{id}/inspection")
            .body(SetInspection.class)
            .answers(InspectionView.class);

    /// The stored secrets, without their values.
    public static final Operation<Empty, List<SecretInfo>> SECRETS =
            Operation.get("secrets", "/secrets").answersList(SecretInfo.class);

    /// Stores a secret.
    public static final Operation<KeepSecret, SecretInfo> KEEP =
            Operation.post("keepSecret", "/secrets").body(KeepSecret.class).answers(201, SecretInfo.class);

    /// Permits a secret in requests to a host name.
    public static final Operation<BindSecret, SecretInfo> BIND = Operation.post("bindSecret", "/secrets/{name}/bind")
            .body(BindSecret.class)
            .answers(SecretInfo.class);

    /// Deletes a secret.
    public static final Operation<Empty, Empty> REMOVE =
            Operation.delete("removeSecret", "/secrets/{name}").answersNothing(204);

    private SecretApi() {}
}
