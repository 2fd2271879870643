package dev.belljar.contract.view;

import dev.belljar.contract.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The guest image: `state` is `missing`, `building`, `ready` or `failed`; `percent` and `step` while it is
/// built.
///
/// `updates` are packages for which Debian's security archive had a newer version at `checked` (milliseconds
/// since the epoch, null before the first check), each as `PACKAGE HAS OFFERS`.
public record ImageStatus(
        String state,
        int percent,
        String step,
        @Nullable String key,
        @Nullable String folder,
        long bytes,
        @Nullable Problem problem,
        @Nullable Long checked,
        List<String> updates) {
    public ImageStatus {
        updates = List.copyOf(updates);
    }
}
