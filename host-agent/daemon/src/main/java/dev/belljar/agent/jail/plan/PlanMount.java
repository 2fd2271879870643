package dev.belljar.agent.jail.plan;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// One mount of a plan. `paths` are those that the kind has in the binary form, in that order; the target is
/// the last one, except for an overlay, where it is the second. `size` is that of a file system in memory, in
/// bytes.
public record PlanMount(MountKind kind, Set<MountAttribute> attributes, List<String> paths, long size) {
    private static final int OVERLAY_TARGET = 1;

    public PlanMount {
        attributes = Set.copyOf(attributes);
        paths = List.copyOf(paths);
    }

    /// A file or folder of the host at its own path.
    static PlanMount bind(String path, MountAttribute... attributes) {
        return new PlanMount(MountKind.BIND, set(attributes), List.of(path, path), 0);
    }

    static PlanMount overlay(String path, String upper, String work) {
        return new PlanMount(MountKind.OVERLAY, Set.of(), List.of(path, path, upper, work), 0);
    }

    static PlanMount memory(String path, long size, MountAttribute... attributes) {
        return new PlanMount(MountKind.TMPFS, set(attributes), List.of(path), size);
    }

    static PlanMount mask(String path, boolean ask) {
        Set<MountAttribute> attributes =
                ask ? Set.of(MountAttribute.OPTIONAL, MountAttribute.ASK) : Set.of(MountAttribute.OPTIONAL);
        return new PlanMount(MountKind.MASK, attributes, List.of(path, path), 0);
    }

    /// Where the mount is, as inside.
    public String target() {
        return kind == MountKind.OVERLAY ? paths.get(OVERLAY_TARGET) : paths.getLast();
    }

    boolean has(MountAttribute attribute) {
        return attributes.contains(attribute);
    }

    private static Set<MountAttribute> set(MountAttribute... attributes) {
        Set<MountAttribute> set = EnumSet.noneOf(MountAttribute.class);
        set.addAll(List.of(attributes));
        return set;
    }
}
