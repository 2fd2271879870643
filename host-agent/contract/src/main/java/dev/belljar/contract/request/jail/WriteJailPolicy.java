package dev.belljar.contract.request.jail;

import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// A policy for jails: of all the user's jails, or of those of a project (an absolute path). `scope` is
/// `user` if it is missing. `text` is JSON or, with `minijail`, a policy for system calls in minijail's text
/// format, which replaces only that part of the layer.
public record WriteJailPolicy(String project, @Nullable RuleScope scope, String text, boolean minijail) {}
