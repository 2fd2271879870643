package dev.belljar.contract.jail;

import dev.belljar.contract.policy.RuleAction;

/// What jails may see of a path that is hidden, or is to be hidden: `allow` shows it without asking, `deny`
/// hides it and never asks. `path` is absolute or begins with `~/`, and covers what is in the folder.
public record PathRule(String path, RuleAction action) {}
