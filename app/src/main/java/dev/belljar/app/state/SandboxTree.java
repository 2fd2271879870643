package dev.belljar.app.state;

import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The ancestry of sandboxes, found by the snapshots between them, also through destroyed sandboxes.
public final class SandboxTree {
    private static final int DEEPEST = 1_000;

    private final Map<String, SandboxViewState> here = new LinkedHashMap<>();
    private final Map<String, Snapshot> snapshots = new HashMap<>();
    private final Map<String, String> parents = new HashMap<>();

    public SandboxTree(HostState state) {
        state.sandboxes().forEach(p -> here.put(p.id(), p));
        state.snapshots().forEach(s -> snapshots.put(s.id(), s));
        for (Snapshot snapshot : state.snapshots()) {
            Snapshot before = snapshot.parent() == null ? null : snapshots.get(snapshot.parent());
            if (before != null && !before.sandbox().equals(snapshot.sandbox())) {
                parents.put(snapshot.sandbox(), before.sandbox());
            }
        }
        for (SandboxViewState viewState : state.sandboxes()) {
            String parent = parent(viewState);
            if (parent != null) {
                parents.put(viewState.id(), parent);
            }
        }
    }

    /// Returns the snapshot that a sandbox was started from, if it still exists.
    public @Nullable Snapshot origin(String sandbox) {
        SandboxViewState viewState = here.get(sandbox);
        String origin = viewState == null ? null : viewState.reported().origin();
        return origin == null ? null : snapshots.get(origin);
    }

    /// Returns the earliest ancestor of a sandbox, existing or destroyed; the sandbox itself if it has none.
    public String root(String sandbox) {
        String at = sandbox;
        for (int i = 0; i < DEEPEST; i++) {
            String next = parents.get(at);
            if (next == null) {
                return at;
            }
            at = next;
        }
        return at;
    }

    /// Returns the earliest ancestor that still exists; the sandbox itself if there is none.
    public String head(String sandbox) {
        String found = sandbox;
        String at = sandbox;
        for (int i = 0; i < DEEPEST; i++) {
            String next = parents.get(at);
            if (next == null) {
                return found;
            }
            at = next;
            found = here.containsKey(at) ? at : found;
        }
        return found;
    }

    /// Returns all sandboxes, each head followed by its branches; both in the order of creation.
    public List<SandboxViewState> ordered() {
        Map<String, List<SandboxViewState>> below = new LinkedHashMap<>();
        here.values().stream()
                .filter(p -> head(p.id()).equals(p.id()))
                .forEach(p -> below.put(p.id(), new ArrayList<>()));
        here.values()
                .forEach(p -> below.computeIfAbsent(head(p.id()), k -> new ArrayList<>())
                        .add(p));
        List<SandboxViewState> all = new ArrayList<>();
        below.forEach((head, members) -> {
            members.stream().filter(p -> p.id().equals(head)).forEach(all::add);
            members.stream().filter(p -> !p.id().equals(head)).forEach(all::add);
        });
        return List.copyOf(all);
    }

    /// Returns the branches below a head, in the order of creation.
    public List<SandboxViewState> branches(String head) {
        return here.values().stream()
                .filter(p -> !p.id().equals(head) && head(p.id()).equals(head))
                .toList();
    }

    /// True if a sandbox is below another one.
    public boolean branch(String sandbox) {
        return !head(sandbox).equals(sandbox);
    }

    /// Returns the sandbox of the origin. If the origin was deleted, the first sandbox of the same project is
    /// the likeliest parent.
    private @Nullable String parent(SandboxViewState viewState) {
        if (viewState.reported().origin() == null) {
            return null;
        }
        Snapshot origin = origin(viewState.id());
        if (origin != null) {
            return origin.sandbox().equals(viewState.id()) ? null : origin.sandbox();
        }
        String path = viewState.reported().spec().project();
        return here.values().stream()
                .filter(p -> p.reported().spec().project().equals(path)
                        && p.reported().origin() == null)
                .filter(p -> p.reported().created() < viewState.reported().created())
                .map(SandboxViewState::id)
                .findFirst()
                .orElse(null);
    }
}
