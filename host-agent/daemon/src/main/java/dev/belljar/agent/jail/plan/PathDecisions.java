package dev.belljar.agent.jail.plan;

import java.util.Collection;
import java.util.NavigableSet;
import java.util.TreeSet;

/// What stored policies say about paths: what need not be hidden, and what is never shown.
public record PathDecisions(NavigableSet<String> allowed, NavigableSet<String> denied) {
    /// No decisions.
    public static final PathDecisions NONE = new PathDecisions(new TreeSet<>(), new TreeSet<>());

    public PathDecisions {
        allowed = new TreeSet<>(allowed);
        denied = new TreeSet<>(denied);
    }

    /// Decisions of these lists.
    public static PathDecisions of(Collection<String> allowed, Collection<String> denied) {
        return new PathDecisions(new TreeSet<>(allowed), new TreeSet<>(denied));
    }
}
