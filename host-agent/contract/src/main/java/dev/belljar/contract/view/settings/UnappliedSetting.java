package dev.belljar.contract.view.settings;

import dev.belljar.contract.sandbox.SandboxSetting;

/// A setting that is stored but cannot take effect, with the reason as a sentence.
public record UnappliedSetting(SandboxSetting setting, String reason) {}
