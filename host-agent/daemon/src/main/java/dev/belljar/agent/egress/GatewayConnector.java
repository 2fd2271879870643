package dev.belljar.agent.egress;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.recording.EventRecorder;
import dev.belljar.agent.refusal.GuestRefusals;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxConnectors;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.function.Consumer;
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
        GuestRefusals refusals = new GuestRefusals(sandbox.name(), sandbox::anyLink);
        Consumer<ApprovalEvent> asked = event -> {
            recorder.asked(event);
            refusals.asked(event);
        };
        Consumer<HttpEvent> requested = event -> {
            recorder.requested(event);
            refusals.requested(event);
        };
        NetObserver seen = event -> {
            recorder.seen(event);
            refusals.seen(event);
        };
        EgressPolicy policy =
                InspectingPolicy.of(policies.of(sandbox.subject(), asked), inspection.inspector(sandbox, requested));
        sandbox.attach(connectors.gateway(
                machine.netSocket(), MachineIdentity.mac(sandbox.id()), policy, recorder.senders(), seen));
    }
}
