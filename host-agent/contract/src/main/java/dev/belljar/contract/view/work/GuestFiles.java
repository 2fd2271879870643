package dev.belljar.contract.view.work;

import java.util.List;

/// The files of the workspace that match the patterns, ordered by path. `refused` are those that cannot be
/// copied to the host, with the reason. `complete` is false if there were more files than the host agent
/// examines.
public record GuestFiles(List<GuestFile> files, List<RefusedFile> refused, boolean complete) {
    public GuestFiles {
        files = List.copyOf(files);
        refused = List.copyOf(refused);
    }
}
