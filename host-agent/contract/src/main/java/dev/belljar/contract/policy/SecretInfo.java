package dev.belljar.contract.policy;

import java.util.List;

/// A secret that is stored on the host; its value is never shown. `bindings` are the host names it may be used
/// for, `places` gives for each the sandboxes and the parts of a request; `where` is the storage of its value,
/// `file` or `keyring`.
public record SecretInfo(String name, long created, List<String> bindings, List<SecretBinding> places, String where) {
    public SecretInfo {
        bindings = List.copyOf(bindings);
        places = List.copyOf(places);
    }
}
