package dev.belljar.contract.request.jail;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Asks for policies for jails of a project, an absolute path. `scope` names the layer to export, `user` if
/// it is missing; with `minijail`, its policy for system calls is written in minijail's text format.
public record ReadJailPolicy(String project, @Nullable RuleScope scope, boolean minijail) {}
