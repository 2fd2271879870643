package dev.belljar.contract.request.policy;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Asks to set the network mode of a layer; a null scope is the sandbox's own layer, a null preset leaves the
/// choice to the wider layers again.
public record SetNetworkMode(
        @Nullable NetworkMode preset, @Nullable RuleScope scope) {}
