package dev.belljar.agent.egress;

import dev.belljar.agent.index.IndexException;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.Machine;
import dev.belljar.contract.sandbox.SandboxState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Connects the network card of one sandbox's machine to a gateway that decides its connections.
public record GatewayConnector(SandboxRuntime sandbox) {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayConnector.class);

    /// Connects the card, once the machine has its identity.
    public void connect(Machine machine) {
        try {
            sandbox.observation()
                    .senders()
                    .seed(sandbox.services().index().processes(sandbox.id(), 0).rows());
        } catch (IndexException e) {
            LOG.warn("{}: its earlier processes cannot be read from the index: {}", sandbox.name(), e.getMessage());
        }
        if (sandbox.state() == SandboxState.STOPPING) {
            sandbox.containment().close("the sandbox is stopping");
        }
        sandbox.attach(sandbox.services()
                .connectors()
                .gateway(
                        machine.netSocket(),
                        MachineIdentity.mac(sandbox.id()),
                        InspectingPolicy.of(
                                sandbox.services()
                                        .egress()
                                        .policies()
                                        .of(sandbox.subject(), sandbox.observation()::asked),
                                new InspectionSetup(sandbox).inspector()),
                        sandbox.observation().senders(),
                        sandbox.observation()));
    }
}
