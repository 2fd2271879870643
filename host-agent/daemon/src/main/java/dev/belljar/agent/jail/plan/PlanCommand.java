package dev.belljar.agent.jail.plan;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/// What runs in a jail: its words, its environment (nothing is inherited), its folder, and whether it has a
/// terminal.
public record PlanCommand(
        List<String> words, NavigableMap<String, String> environment, String folder, boolean terminal) {
    public PlanCommand {
        words = List.copyOf(words);
        environment = new TreeMap<>(environment);
    }
}
