package dev.belljar.agent.environment;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The items of a proposal compared with those that were accepted.
final class EnvironmentComparison {
    private EnvironmentComparison() {}

    /// The items of both, by section; what is no longer proposed comes last in its section.
    static List<EnvironmentItem> of(List<EnvironmentItem> proposed, @Nullable AcceptedEnvironment accepted) {
        if (accepted == null) {
            return proposed;
        }
        Map<String, EnvironmentItem> before = new HashMap<>();
        List<EnvironmentItem> old = EnvironmentItems.of(accepted.environment(), _ -> null, ImageNames.NONE);
        old.forEach(item -> before.put(item.id(), item));
        List<EnvironmentItem> all = new ArrayList<>();
        for (EnvironmentItem item : proposed) {
            boolean leftOut = accepted.leftOut().stream().anyMatch(item::sameAs);
            all.add(compared(item, before.remove(item.id()), leftOut));
        }
        for (EnvironmentItem item : old) {
            if (before.containsKey(item.id())) {
                all.add(item.compared(EnvironmentChange.REMOVED, null, false));
            }
        }
        all.sort(Comparator.comparing(EnvironmentItem::section)); // which keeps the order in a section
        return List.copyOf(all);
    }

    private static EnvironmentItem compared(EnvironmentItem item, @Nullable EnvironmentItem before, boolean leftOut) {
        if (before == null) {
            return item.compared(EnvironmentChange.ADDED, null, leftOut);
        }
        return item.sameAs(before)
                ? item.compared(EnvironmentChange.SAME, null, false)
                : item.compared(EnvironmentChange.CHANGED, before.words(), leftOut);
    }
}
