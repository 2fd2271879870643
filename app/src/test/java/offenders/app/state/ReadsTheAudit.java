package offenders.app.state;

import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.SecretApi;

/// Polls something that arrives as events.
public final class ReadsTheAudit {
    private ReadsTheAudit() {}

    /// Returns the operation that would be polled.
    public static Operation<?, ?> polled() {
        return SecretApi.AUDIT;
    }
}
