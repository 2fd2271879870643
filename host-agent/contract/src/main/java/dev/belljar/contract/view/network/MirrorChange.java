package dev.belljar.contract.view.network;

import java.util.List;

/// What a choice of mirrors changed. `changed` are the mirrors that were named, `sandboxes` the names of the
/// running sandboxes in which it is in effect now, `failed` those of the others: there it takes effect at their
/// next start.
public record MirrorChange(
        List<HostMirror> mirrors, List<HostMirror> changed, List<String> sandboxes, List<String> failed) {
    public MirrorChange {
        mirrors = List.copyOf(mirrors);
        changed = List.copyOf(changed);
        sandboxes = List.copyOf(sandboxes);
        failed = List.copyOf(failed);
    }
}
