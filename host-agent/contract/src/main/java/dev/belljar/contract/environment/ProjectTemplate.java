package dev.belljar.contract.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The template of a project: its accepted environment, set up once in a clean machine and saved with memory and
/// disk.
///
/// `id` is that of the template, or of the attempt if it is being made or could not be made. Times are
/// milliseconds since the epoch; `used` is when a sandbox last started from it, null if none did. `installed` is
/// what the setup installed, in words, and `fetched` what it exchanged with other computers, the most bytes
/// first. `detail` says how far it has come, or why it does not fit or could not be made.
public record ProjectTemplate(
        String id,
        String project,
        TemplateState state,
        long created,
        @Nullable Long used,
        long diskBytes,
        long memoryBytes,
        List<String> lockFiles,
        List<String> installed,
        List<FetchedName> fetched,
        @Nullable String detail) {
    public ProjectTemplate {
        lockFiles = List.copyOf(lockFiles);
        installed = List.copyOf(installed);
        fetched = List.copyOf(fetched);
    }
}
