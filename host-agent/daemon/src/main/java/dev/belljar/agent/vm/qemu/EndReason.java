package dev.belljar.agent.vm.qemu;

import dev.belljar.agent.vm.MachineEnd;
import dev.belljar.agent.vm.qmp.QmpEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Determines why a machine ended, from QEMU's events and Belljar's own actions, and describes it in a sentence.
final class EndReason implements Consumer<QmpEvent> {
    private @Nullable String expected;
    private String shutdown = "";
    private boolean panicked;

    @Override
    public synchronized void accept(QmpEvent event) {
        if (event.name().equals("SHUTDOWN")) {
            shutdown = event.text("reason");
        } else if (event.name().equals("GUEST_PANICKED")) {
            panicked = true;
        }
    }

    /// Belljar is about to end the machine, for this reason.
    synchronized void expect(String why) {
        expected = why;
    }

    /// How the machine ended; `lastWords` is QEMU's own last output.
    synchronized MachineEnd end(String lastWords) {
        return new MachineEnd(expected == null && shutdown.equals("guest-shutdown"), sentence(lastWords));
    }

    private String sentence(String lastWords) {
        if (expected != null) {
            return expected;
        }
        return switch (shutdown) {
            case "guest-shutdown" -> "the guest powered off";
            case "guest-reset" -> "the guest rebooted or its kernel panicked, which stops the machine";
            case "host-qmp-quit" -> "QEMU was asked to quit";
            case "host-signal" -> "QEMU was terminated by a signal";
            case "guest-panic" -> "the guest's kernel panicked";
            default -> unreported(lastWords);
        };
    }

    private String unreported(String lastWords) {
        if (panicked) {
            return "the guest's kernel panicked";
        }
        return "QEMU exited without giving a reason" + (lastWords.isEmpty() ? "" : "; last output: " + lastWords);
    }
}
