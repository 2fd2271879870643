package dev.belljar.client.console;

import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.Locale;

/// Describes the state of a sandbox in words.
public final class SandboxStateText {
    private SandboxStateText() {}

    /// Describes the state: for example `running`, `stopped`, `stopped, hot` with the tier of a hibernated
    /// sandbox, or `paused: disk quota` for one that is not allowed to continue, or
    /// `running, setup failed`.
    public static String of(Sandbox sandbox) {
        String state = sandbox.status().state().name().toLowerCase(Locale.ROOT);
        StorageTier tier = sandbox.tier();
        String paused = sandbox.status().paused();
        if (paused != null) {
            return "paused: " + paused;
        }
        String setup = setup(sandbox);
        if (!setup.isEmpty()) {
            return state + ", " + setup;
        }
        return tier == null || sandbox.status().state() != SandboxState.STOPPED
                ? state
                : state + ", " + tier.name().toLowerCase(Locale.ROOT);
    }

    private static String setup(Sandbox sandbox) {
        SetupStatus setup = sandbox.status().setup();
        return setup == null || sandbox.status().state() != SandboxState.RUNNING ? "" : SetupText.brief(setup);
    }
}
