package dev.belljar.agent.gateway;

import org.jspecify.annotations.Nullable;

/// What an allowed flow may still send: the budget of its rule, which all flows under the rule share.
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

    /// Lets everything pass.
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

    /// Whether the rule names the address, so that even a private one may be reached.
    default boolean namesAddress() {
        return false;
    }

    /// Whether the rule names exactly this address, not a range, so that even an address of the host may be
    /// reached.
    default boolean namesExactly() {
        return false;
    }

    /// Whether the rule names the host name, by itself or by its domain, and not just any name.
    default boolean namesHost() {
        return false;
    }

    /// Whether the rule lets any protocol pass, where otherwise only TLS and HTTP may pass.
    default boolean anyProtocol() {
        return false;
    }

    /// Whether only some HTTP requests may pass, so that the connection must be inspected. It may change while the
    /// connection is open.
    default boolean limitsRequests() {
        return false;
    }

    /// Why an HTTP request with this method and target may not pass, in words for the guest; null if it may.
    default @Nullable String requestRefusal(String method, String target) {
        return null;
    }

    /// Takes bytes that are to be sent from the budget, and returns how many may be sent. Fewer than requested
    /// means that the budget is used up; the flow ends after those bytes.
    long upload(long bytes);

    /// Whether the grant is still in force. It is false once its time is over or its rule was removed; the flow
    /// then ends.
    boolean stands();

    /// Why a grant that is no longer in force ended, whatever the rules say; null if its rule ended or was
    /// removed.
    default @Nullable String endReason() {
        return null;
    }
}
