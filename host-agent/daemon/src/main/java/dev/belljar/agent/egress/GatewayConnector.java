package dev.belljar.agent.egress;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.recording.EventRecorder;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxConnectors;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.sandbox.SandboxState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connects the network cards of machines to gateways that decide their connections.
public record GatewayConnector(
        EventIndex index, SandboxConnectors connectors, PolicyService policies, InspectionSetup inspection) {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayConnector.class);

    /// Connects the card of a sandbox's machine, once the machine has its identity.
    public void connect(SandboxRuntime sandbox, Machine machine) {
        EventRecorder recorder = sandbox.observation();
        try {
            recorder.senders().seed(index.processes(sandbox.id(), 0).rows());
        } catch (IndexException e) {
            LOG.warn("{}: its earlier processes cannot be read from the index: {}", sandbox.name(), e.getMessage());
        }
        if (sandbox.state() == SandboxState.STOPPING) {
            sandbox.containment().close("the sandbox is stopping");
        }
        EgressPolicy policy =
                InspectingPolicy.of(policies.of(sandbox.subject(), recorder::asked), inspection.inspector(sandbox));
        sandbox.attach(connectors.gateway(
                machine.netSocket(), MachineIdentity.mac(sandbox.id()), policy, recorder.senders(), recorder));
    }
}
