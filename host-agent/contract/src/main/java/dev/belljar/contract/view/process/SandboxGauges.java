package dev.belljar.contract.view.process;

import dev.belljar.contract.sandbox.Gauges;
import org.jspecify.annotations.Nullable;

/// The newest figures of a sandbox, null if its machine is not running, and the number of its last event.
public record SandboxGauges(String id, @Nullable Gauges gauges, long lastSeq) {}
