package dev.belljar.contract.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The setup of a sandbox, with the end of its log and what it fetched.
///
/// `status` is null if nothing was set up in this sandbox. `accepted` is the digest of the project's accepted
/// environment, null if there is none. `log` is the newest output of the commands, of which `complete` is false
/// if older output was dropped. `fetched` is what the sandbox exchanged with other computers during the setup,
/// the most bytes first.
public record SetupReport(
        @Nullable SetupStatus status,
        @Nullable String accepted,
        String log,
        boolean complete,
        List<FetchedName> fetched) {
    public SetupReport {
        fetched = List.copyOf(fetched);
    }
}
