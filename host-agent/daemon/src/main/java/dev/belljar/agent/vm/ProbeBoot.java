package dev.belljar.agent.vm;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Boots the probe's tiny guest once.
interface ProbeBoot {
    /// Boots and watches until the guest says that it lives, ends, or runs out of patience; nothing is left
    /// running.
    ///
    /// @throws VmException when QEMU is not there
    Outcome boot(BootImage image, Accelerator accelerator, Duration patience) throws VmException, InterruptedException;

    /// The same, emulated, with the guest told the rate of the host's processor instead of measuring its own.
    ///
    /// @throws VmException when QEMU is not there
    Outcome bootTold(BootImage image, Duration patience) throws VmException, InterruptedException;

    /// What came of it: whether the guest said that it lives, whether QEMU ended before it did, the clock rate it
    /// found in kHz, and the last line anybody said.
    record Outcome(boolean lives, boolean ended, @Nullable Long tscKhz, String lastWords) {}
}
