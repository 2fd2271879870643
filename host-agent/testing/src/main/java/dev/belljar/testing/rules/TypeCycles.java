package dev.belljar.testing.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/// Finds types that need each other in a circle, as groups in which each type leads to every other (Tarjan's
/// strongly connected components). A nested type counts as part of its top-level type. That a sealed type permits
/// another one does not count: it names its variants, and does not use them.
final class TypeCycles extends ArchCondition<JavaClass> {
    private final Map<String, Set<String>> uses = new HashMap<>();
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final Map<String, Set<String>> groups = new HashMap<>();

    TypeCycles() {
        super("be in a circle of types that need each other");
    }

    @Override
    public void init(Collection<JavaClass> all) {
        all.forEach(type -> uses.computeIfAbsent(top(type), name -> new HashSet<>()));
        for (JavaClass type : all) {
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> top(dependency.getTargetClass()))
                    .filter(uses::containsKey)
                    .forEach(Objects.requireNonNull(uses.get(top(type)))::add);
        }
        uses.keySet().stream().sorted().filter(name -> !order.containsKey(name)).forEach(this::visit);
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        Set<String> group = groups.getOrDefault(top(type), Set.of());
        if (group.size() > 1 && type.getFullName().equals(group.iterator().next())) {
            events.add(SimpleConditionEvent.satisfied(type, group.size() + " types need each other: " + group));
        }
    }

    private void visit(String name) {
        order.put(name, order.size());
        lowest.put(name, order.get(name));
        path.push(name);
        for (String next : uses.getOrDefault(name, Set.of())) {
            if (!order.containsKey(next)) {
                visit(next);
                lowest.merge(name, lowest.get(next), Math::min);
            } else if (!groups.containsKey(next)) {
                lowest.merge(name, order.get(next), Math::min);
            }
        }
        if (lowest.get(name).equals(order.get(name))) {
            Set<String> group = new TreeSet<>();
            String member;
            do {
                member = path.pop();
                group.add(member);
                groups.put(member, group);
            } while (!member.equals(name));
        }
    }

    private static String top(JavaClass type) {
        JavaClass top = type.getBaseComponentType();
        while (top.getEnclosingClass().isPresent()) {
            top = top.getEnclosingClass().get();
        }
        return top.getFullName();
    }
}
