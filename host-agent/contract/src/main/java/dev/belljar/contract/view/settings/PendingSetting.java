package dev.belljar.contract.view.settings;

import dev.belljar.contract.sandbox.SandboxSetting;

/// A setting that is stored but not in effect yet: its present and its future value, and when it takes effect.
public record PendingSetting(SandboxSetting setting, long now, long wanted, SettingEffect effect) {
    /// When a stored setting takes effect.
    public enum SettingEffect {
        /// With the next start, also if that resumes a hibernated machine.
        NEXT_START,
        /// With the next start after a shutdown: a hibernated machine resumes with the memory and CPUs that it
        /// was saved with.
        AFTER_SHUTDOWN
    }
}
