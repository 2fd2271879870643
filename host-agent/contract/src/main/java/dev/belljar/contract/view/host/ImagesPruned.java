package dev.belljar.contract.view.host;

import java.util.List;

/// The guest images that were deleted, by key, and the bytes of disk space freed.
public record ImagesPruned(List<String> keys, long bytes) {
    public ImagesPruned {
        keys = List.copyOf(keys);
    }
}
