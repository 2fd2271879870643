package dev.belljar.contract.view.network;

import java.util.List;

/// The mirrors that guests can be given, and the files of the host that could not be read.
public record MirrorList(List<HostMirror> mirrors, List<UnusableFile> unusable) {
    public MirrorList {
        mirrors = List.copyOf(mirrors);
        unusable = List.copyOf(unusable);
    }
}
