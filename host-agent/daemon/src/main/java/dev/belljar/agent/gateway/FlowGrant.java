package dev.belljar.agent.gateway;

/// What an allowed flow may still use: its policy's budget, shared by every flow under the same rule.
///
/// Safe for several threads.
public interface FlowGrant {
    /// Lets nothing pass.
    FlowGrant NOTHING = new FlowGrant() {
        @Override
        public long upload(long bytes) {
            return 0;
        }

        @Override
        public boolean stands() {
            return false;
        }
    };

    /// Has no end and no measure.
    FlowGrant UNLIMITED = new FlowGrant() {
        @Override
        public long upload(long bytes) {
            return bytes;
        }

        @Override
        public boolean stands() {
            return true;
        }
    };

    /// Whether the rule behind it names the address itself, so that even a private one may be reached.
    default boolean namesAddress() {
        return false;
    }

    /// Whether a rule behind it names the address by itself and in no range, so that even one of the host's own may be
    /// reached.
    default boolean namesExactly() {
        return false;
    }

    /// Whether the rule behind it lets through whatever is spoken, where TLS and HTTP alone may pass otherwise.
    default boolean anyProtocol() {
        return false;
    }

    /// Takes bytes that are about to leave from the budget: how many of them may. Fewer than asked for means that
    /// the budget is used up, and the flow ends after those.
    long upload(long bytes);

    /// Whether the grant is still in force: false once its time is over or its rule was taken back, and
    /// the flow ends.
    boolean stands();
}
