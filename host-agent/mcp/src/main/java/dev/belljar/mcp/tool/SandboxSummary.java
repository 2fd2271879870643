package dev.belljar.mcp.tool;

import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a client is told about a sandbox or a snapshot.
final class SandboxSummary {
    private SandboxSummary() {}

    static Map<String, @Nullable Object> of(Sandbox sandbox) {
        Map<String, @Nullable Object> said = new LinkedHashMap<>();
        said.put("name", sandbox.spec().name());
        said.put("id", sandbox.id());
        said.put("state", sandbox.status().state().name().toLowerCase(Locale.ROOT));
        said.put("project", sandbox.spec().project());
        said.put("branch", sandbox.branch());
        said.put("from_snapshot", sandbox.origin());
        said.put(
                "problem",
                sandbox.status().problem() == null
                        ? null
                        : sandbox.status().problem().detail());
        return said;
    }

    /// The sandboxes under the name `sandboxes`.
    static Map<String, Object> of(List<Sandbox> sandboxes) {
        return Map.of("sandboxes", sandboxes.stream().map(SandboxSummary::of).toList());
    }

    static Map<String, @Nullable Object> of(Snapshot snapshot) {
        Map<String, @Nullable Object> said = new LinkedHashMap<>();
        said.put("id", snapshot.id());
        said.put("name", snapshot.name());
        said.put("note", snapshot.note());
        said.put("sandbox", snapshot.sandboxName());
        said.put("sandbox_id", snapshot.sandbox());
        said.put("created_ms", snapshot.created());
        said.put("automatic", snapshot.automatic() != null);
        return said;
    }
}
