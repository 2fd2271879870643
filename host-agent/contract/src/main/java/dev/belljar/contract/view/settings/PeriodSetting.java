package dev.belljar.contract.view.settings;

/// A period in minutes, 0 for without end: `own` if it was set for this sandbox, else that of all sandboxes;
/// `fixed` if the host agent's environment decides about it.
public record PeriodSetting(long minutes, boolean own, boolean fixed) {}
