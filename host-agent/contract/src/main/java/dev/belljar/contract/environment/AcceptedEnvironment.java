package dev.belljar.contract.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The environment that the user accepted for the sandboxes of a project.
///
/// `file` is the file that proposed it, relative to the project, and `digest` identifies its content at that
/// time. `time` is in milliseconds since the epoch. `items` is `environment` in words, without the items that
/// were `leftOut`.
public record AcceptedEnvironment(
        String project,
        @Nullable String file,
        String digest,
        long time,
        Environment environment,
        List<EnvironmentItem> items,
        List<EnvironmentItem> leftOut) {
    public AcceptedEnvironment {
        items = List.copyOf(items);
        leftOut = List.copyOf(leftOut);
    }
}
