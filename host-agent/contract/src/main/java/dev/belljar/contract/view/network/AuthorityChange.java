package dev.belljar.contract.view.network;

import java.util.List;

/// What a choice of certificate authorities changed. `sandboxes` are the names of the running sandboxes in
/// which it is in effect now, `failed` those of the others: there it takes effect at their next start.
public record AuthorityChange(List<HostAuthority> authorities, List<String> sandboxes, List<String> failed) {
    public AuthorityChange {
        authorities = List.copyOf(authorities);
        sandboxes = List.copyOf(sandboxes);
        failed = List.copyOf(failed);
    }
}
