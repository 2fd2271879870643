package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.SetNetworkMode;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.session.ExecResult;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.function.Predicate;

/// Plays an attacker with root rights in a machine: runs the commands of `attack.py`, and reads what the host
/// recorded.
record GuestAttacker(RunningMachine machine) {
    private static final int FLOWS = 2_000;

    /// Copies the script into the machine.
    void arm() throws Exception {
        try (InputStream script = GuestAttacker.class.getResourceAsStream("attack.py")) {
            if (script == null) {
                throw new IOException("attack.py is not among the tests' resources");
            }
            String text = Base64.getEncoder().encodeToString(script.readAllBytes());
            machine.run("echo " + text + " | base64 -d >/var/tmp/attack.py");
        }
    }

    /// Runs one attack and returns its output.
    String tries(Object... words) throws AgentException, InterruptedException {
        StringBuilder line = new StringBuilder("python3 /var/tmp/attack.py");
        for (Object word : words) {
            line.append(" '").append(word).append('\'');
        }
        ExecResult result = machine.asRoot(line.toString());
        String out = RunningMachine.text(result.stdout()).strip();
        assertThat(out).as("%s: %s", line, RunningMachine.text(result.stderr())).isNotEmpty();
        return out;
    }

    /// Sets the network mode of the machine.
    void networkMode(NetworkMode mode) throws AgentException, InterruptedException {
        machine.client().call(PolicyApi.SET_MODE.at(machine.id()), new SetNetworkMode(mode, RuleScope.SANDBOX));
    }

    /// Adds a rule.
    void rule(String rule) throws AgentException, InterruptedException {
        machine.client().call(PolicyApi.ADD_RULE.at(machine.id()), new AddRule(rule, RuleScope.SANDBOX));
    }

    List<FlowRow> flows() throws AgentException, InterruptedException {
        return machine.client()
                .call(SandboxApi.FLOWS.at(machine.id()), new ListFlows(FLOWS))
                .flows();
    }

    /// Waits until a refused flow that matches is recorded.
    void assertRefused(Predicate<FlowRow> like) throws InterruptedException {
        RunningMachine.await(() -> flows().stream()
                .filter(flow -> flow.verdict() == Verdict.REFUSED)
                .anyMatch(like));
    }

    /// Waits until a flow to this address and port is recorded as refused.
    void assertRefused(String address, int port) throws InterruptedException {
        assertRefused(flow -> flow.dst().equals(address + ":" + port));
    }

    /// Waits until a flow is recorded as refused for a reason that contains these words.
    void assertRefusedBecause(String words) throws InterruptedException {
        assertRefused(flow -> String.valueOf(flow.rule()).contains(words));
    }
}
