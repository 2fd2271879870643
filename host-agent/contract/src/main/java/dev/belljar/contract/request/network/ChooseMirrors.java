package dev.belljar.contract.request.network;

import java.util.List;

/// Asks that guests use, or no longer use, these mirrors. Each is an id, its first digits, or the name of a
/// package manager, which stands for all mirrors of it that can be used.
public record ChooseMirrors(List<String> mirrors) {
    public ChooseMirrors {
        mirrors = List.copyOf(mirrors);
    }
}
