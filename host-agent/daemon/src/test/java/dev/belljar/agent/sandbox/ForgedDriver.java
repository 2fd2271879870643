package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.ConsoleListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vmstate.SavedState;
import java.nio.file.Path;
import java.util.Optional;

/// Starts machines that consist of two sockets, on which the test acts as the guest and its network card.
public record ForgedDriver(ForgedSandboxes.Forger forger) implements VmDriver {
    @Override
    public Machine start(MachineSpec spec, ConsoleListener console) {
        Path link = spec.sockets().resolve("link");
        Path net = spec.sockets().resolve("net");
        forger.forge(spec.hostname(), link, net);
        return new FakeMachine(link, net);
    }

    @Override
    public Machine start(MachineSpec spec, SavedState savedState, ConsoleListener console) {
        return start(spec, console);
    }

    @Override
    public Machine resume(MachineSpec spec, SavedState savedState, ConsoleListener console, BeforeResume beforeResume) {
        return start(spec, console);
    }

    @Override
    public String plan(MachineSpec spec) {
        return "plan";
    }

    @Override
    public void pack(Path disk) {}

    @Override
    public ConfinementLayers confinement() {
        return ConfinementLayers.NONE;
    }

    @Override
    public ControlGroups groups() {
        return ControlGroups.none("a test");
    }

    @Override
    public Optional<ProcessIdentity> running(MachineSpec spec) {
        return Optional.empty();
    }

    @Override
    public Optional<Machine> adopt(MachineSpec spec, ProcessIdentity process) {
        return Optional.empty();
    }
}
