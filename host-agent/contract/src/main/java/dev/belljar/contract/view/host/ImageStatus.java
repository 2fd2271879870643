package dev.belljar.contract.view.host;

import dev.belljar.contract.problem.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The guest image: `state` is `missing`, `building`, `ready` or `failed`.
///
/// While it is built, `percent` and `step` say how far the build is, `started` when it began (milliseconds since the
/// epoch, else null), and `log` holds the last lines the build printed; a failed build keeps
/// its log and where it stopped.
/// `updates` are packages for which Debian's security archive had a newer version at `checked` (milliseconds
/// since the epoch, null before the first check), each as `PACKAGE HAS OFFERS`.
public record ImageStatus(
        String state,
        int percent,
        String step,
        @Nullable Long started,
        List<String> log,
        @Nullable String key,
        @Nullable String folder,
        long bytes,
        @Nullable Problem problem,
        @Nullable Long checked,
        List<String> updates) {
    public ImageStatus {
        log = List.copyOf(log);
        updates = List.copyOf(updates);
    }
}
