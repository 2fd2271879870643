package dev.belljar.client.command;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.HostApi;

/// Asks the user, once, whether sandboxes may run under emulation.
final class EmulationPrompt {
    private EmulationPrompt() {}

    /// Returns true if the user agreed and the host agent has recorded it; false without a terminal.
    static boolean answered(CommandSession session) {
        String answer = session.ask("Run sandboxes under emulation on this computer? If you answer yes, you will not"
                + " be asked again. [y/N] ");
        if (answer == null || !answer.strip().equalsIgnoreCase("y")) {
            return false;
        }
        try {
            session.agent().call(HostApi.ACCEPT_EMULATION);
            return true;
        } catch (AgentException e) {
            session.tell(e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
