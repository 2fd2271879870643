package dev.belljar.contract.policy;

import java.util.List;

/// A policy as TOML, and the rules in it.
public record PolicyText(String toml, List<Rule> rules) {
    public PolicyText {
        rules = List.copyOf(rules);
    }
}
