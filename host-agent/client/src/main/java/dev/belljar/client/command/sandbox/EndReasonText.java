package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.function.Supplier;

/// Describes for the progress line which step the end of a sandbox waits for, with the received bytes and the
/// file that the guest reads.
final class EndReasonText implements Supplier<String> {
    private final AgentClient agent;
    private final String sandbox;
    private String words;

    EndReasonText(AgentClient agent, String action, String sandbox) {
        this.agent = agent;
        this.sandbox = sandbox;
        this.words = action + " " + sandbox;
    }

    @Override
    public String get() {
        try {
            Sandbox now = agent.call(SandboxApi.GET.at(sandbox));
            if (now.status().state() == SandboxState.STOPPING) {
                now.status().requirements().stream()
                        .filter(step -> step.state() == Requirement.State.WAITING)
                        .findFirst()
                        .ifPresent(step -> words = words(step));
            }
        } catch (AgentException e) {
            return words; // it may be gone already; the waiting command reports the result
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return words;
    }

    private String words(Requirement step) {
        String detail = step.detail() == null ? "" : ": " + step.detail();
        String line = step.label() + detail;
        return (line.length() > 60 ? line.substring(0, 59) + "…" : line) + " (--now stops the machine immediately)";
    }
}
