package dev.belljar.contract.operation;

import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.AuditVerdict;
import dev.belljar.contract.policy.InspectionView;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.request.codingagent.BeginLogin;
import dev.belljar.contract.request.codingagent.FinishLogin;
import dev.belljar.contract.request.policy.BindSecret;
import dev.belljar.contract.request.policy.KeepSecret;
import dev.belljar.contract.request.policy.ListAudit;
import dev.belljar.contract.request.policy.SetInspection;
import dev.belljar.contract.view.codingagent.LoginAttempt;
import java.util.List;

/// The operations on the audit log, TLS inspection, secrets, and logins that issue secrets.
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

    public static final Operation<BeginLogin, LoginAttempt> BEGIN_LOGIN = Operation.post("beginLogin", "/logins")
            .about(
                    "Begins a login in the browser for a coding agent (OAuth 2.0 with PKCE), and listens on this host for"
                            + " its end for ten minutes. 409 `login.not-offered` if the agent's profile describes no"
                            + " login.",
                    "The login, with the page to open.")
            .body(BeginLogin.class)
            .answers(201, LoginAttempt.class);

    public static final Operation<FinishLogin, LoginAttempt> FINISH_LOGIN = Operation.post(
                    "finishLogin", "/logins/{id}")
            .about(
                    "Waits up to 20 seconds for the end of a login. The tokens are stored as a secret, and stay on this"
                            + " host.",
                    "The login.")
            .body(FinishLogin.class)
            .answers(LoginAttempt.class);

    private SecretApi() {}
}
