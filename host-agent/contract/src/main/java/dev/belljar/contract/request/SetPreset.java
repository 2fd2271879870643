package dev.belljar.contract.request;

import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.policy.Scope;
import org.jspecify.annotations.Nullable;

/// Choose what happens to what no rule speaks of, in a layer; null scope is the sandbox's own, null preset leaves
/// it to the wider layers again.
public record SetPreset(@Nullable Preset preset, @Nullable Scope scope) {}
