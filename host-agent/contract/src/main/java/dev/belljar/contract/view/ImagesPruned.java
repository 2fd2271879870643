package dev.belljar.contract.view;

import java.util.List;

/// The guest images that were taken away, by key, and the bytes of disk that gave back.
public record ImagesPruned(List<String> keys, long bytes) {
    public ImagesPruned {
        keys = List.copyOf(keys);
    }
}
