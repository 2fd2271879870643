package dev.belljar.agent.snapshot;

import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.sandbox.MachineLimits;
import java.util.List;

/// What is stored beside the saved machine of a project's template. `key` says for what it was made: another
/// environment, lock file or image has another key. `image` is the key of the guest image.
public record StoredTemplate(
        String id,
        String key,
        String project,
        String image,
        long created,
        MachineLimits limits,
        List<String> lockFiles,
        List<String> installed,
        List<FetchedName> fetched) {
    public StoredTemplate {
        lockFiles = List.copyOf(lockFiles);
        installed = List.copyOf(installed);
        fetched = List.copyOf(fetched);
    }
}
