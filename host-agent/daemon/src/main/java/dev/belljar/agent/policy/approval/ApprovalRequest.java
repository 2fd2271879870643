package dev.belljar.agent.policy.approval;

import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.policy.rule.ShortText;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.text.VisibleText;
import java.util.List;

/// A waiting approval and the connections that wait for its answer; `connections` is guarded by the lock of the
/// inbox.
public record ApprovalRequest(
        String id,
        SandboxPolicy policy,
        ApprovalKey key,
        long asked,
        long expires,
        List<WaitingConnection> connections) {
    /// The name or the address for which the approval waits, as visible text.
    public String destination() {
        return VisibleText.line(ShortText.of(key.where()));
    }

    String words() {
        return AuditRecorder.words(key.destination());
    }

    boolean ofName() {
        return key.protocol().equals("dns");
    }

    Approval view() {
        SendingProcess sender = key.sender();
        boolean service = key.destination().ofService();
        return new Approval(
                id,
                key.sandbox(),
                policy.subject().name(),
                asked,
                expires,
                key.protocol(),
                key.named() ? key.where() : null,
                key.plainName() || service ? null : key.address(),
                key.port(),
                key.program(),
                connections.size(),
                sender == null ? null : sender.view(),
                service ? service() : key.exact() ? key.destination().special() : null);
    }

    private String service() {
        String program = key.listener();
        return "a service of this computer" + (program == null ? "" : ": " + VisibleText.line(program));
    }
}
