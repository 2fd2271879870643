package dev.belljar.contract.policy;

import java.util.List;

/// A secret that is kept on the host; its text is never shown. `bindings` are the names it may be used for.
public record Secret(String name, long created, List<String> bindings) {
    public Secret {
        bindings = List.copyOf(bindings);
    }
}
