package dev.belljar.contract.view.host;

import java.util.List;

/// An image that the user imported, from which sandboxes can start.
///
/// `digest` identifies its content, `origin` is the path that it was imported from, at the time `imported`
/// (milliseconds since the epoch). `bytes` is its size on disk, `files` how many files it has, `setuid` how
/// many of them run as their owner or group, and `leftOut` how many devices, pipes and sockets were not
/// taken over. `config` is what it says about its programs. `users` are the sandboxes, snapshots and
/// templates that use it.
public record ImportedImage(
        String name,
        String digest,
        String origin,
        long imported,
        int layers,
        long files,
        long bytes,
        long setuid,
        long leftOut,
        ImageConfig config,
        List<String> users) {
    public ImportedImage {
        users = List.copyOf(users);
    }
}
