package dev.belljar.agent.sync.gate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the first rule that matches a path. A review judges tens of thousands of paths by hundreds of patterns, so
/// patterns that are whole names are looked up, and only the rules with parts of names are tried one after the other.
final class RuleIndex {
    private final Map<String, NumberedRule> files = new HashMap<>();
    private final Map<String, NumberedRule> folders = new HashMap<>();
    private final Map<String, List<NumberedRule>> under = new HashMap<>();
    private final List<NumberedRule> others = new ArrayList<>();

    /// A rule with its place in the table.
    private record NumberedRule(int number, ImportRule rule) {}

    RuleIndex(List<ImportRule> rules) {
        for (int i = 0; i < rules.size(); i++) {
            add(new NumberedRule(i, rules.get(i)));
        }
    }

    private void add(NumberedRule rule) {
        List<String> patterns = rule.rule().patterns();
        switch (rule.rule().kind()) {
            case FILE -> patterns.forEach(pattern -> files.putIfAbsent(pattern, rule));
            case FOLDER -> patterns.forEach(pattern -> folders.putIfAbsent(pattern, rule));
            case UNDER ->
                patterns.forEach(pattern -> under.computeIfAbsent(first(pattern), _ -> new ArrayList<>())
                        .add(rule));
            case ENDING, START, GLOB -> others.add(rule);
            case HARMLESS -> {
                // Matches nothing.
            }
        }
    }

    private static String first(String pattern) {
        int end = pattern.indexOf('/');
        return end < 0 ? pattern : pattern.substring(0, end);
    }

    /// The first rule of the table that matches this path, given as folded components.
    Optional<ImportRule> first(List<String> components) {
        NumberedRule best = files.get(components.getLast());
        for (String component : components) {
            best = first(best, folders.get(component));
            best = first(best, under.getOrDefault(component, List.of()), components);
        }
        return Optional.ofNullable(first(best, others, components)).map(NumberedRule::rule);
    }

    private static @Nullable NumberedRule first(
            @Nullable NumberedRule best, List<NumberedRule> rules, List<String> components) {
        // In the order of the table.
        for (NumberedRule rule : rules) {
            if (best != null && best.number() <= rule.number()) {
                return best;
            }
            if (rule.rule().matches(components)) {
                return rule;
            }
        }
        return best;
    }

    private static @Nullable NumberedRule first(@Nullable NumberedRule one, @Nullable NumberedRule other) {
        return one == null || (other != null && other.number() < one.number()) ? other : one;
    }
}
