package dev.belljar.contract.policy;

import java.util.List;

/// A secret that is kept on the host; its text is never shown. `bindings` are the names it may be used for,
/// `places` says of each from where and in what; `where` is where its text is, `file` or `keyring`.
public record SecretInfo(String name, long created, List<String> bindings, List<SecretBinding> places, String where) {
    public SecretInfo {
        bindings = List.copyOf(bindings);
        places = List.copyOf(places);
    }
}
