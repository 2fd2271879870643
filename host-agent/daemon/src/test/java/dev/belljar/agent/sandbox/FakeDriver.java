package dev.belljar.agent.sandbox;

import dev.belljar.agent.frozen.FrozenMachine;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.ConsoleListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Starts machines that are nothing but a promise to end, one at a time.
final class FakeDriver implements VmDriver {
    private final List<BootImage> booted = new CopyOnWriteArrayList<>();
    private volatile @Nullable FakeMachine machine;
    private volatile @Nullable ProcessIdentity mute;

    /// The machine that runs or ran last.
    FakeMachine machine() {
        return Optional.ofNullable(machine).orElseThrow();
    }

    boolean started() {
        return machine != null;
    }

    /// A machine is there that no record knows of.
    FakeMachine orphan() {
        FakeMachine orphan = new FakeMachine();
        machine = orphan;
        return orphan;
    }

    /// A machine is there, this process, and its monitor does not answer.
    void mute(@Nullable ProcessIdentity process) {
        mute = process;
    }

    List<BootImage> booted() {
        return new ArrayList<>(booted);
    }

    @Override
    public Machine start(MachineSpec spec, ConsoleListener console) {
        FakeMachine fresh = new FakeMachine();
        machine = fresh;
        booted.add(spec.image());
        return fresh;
    }

    @Override
    public String plan(MachineSpec spec) {
        return "plan";
    }

    @Override
    public Machine thaw(MachineSpec spec, FrozenMachine frozen, ConsoleListener console, Beforehand beforehand)
            throws VmException {
        beforehand.run();
        return start(spec, console);
    }

    @Override
    public Optional<ProcessIdentity> running(MachineSpec spec) {
        ProcessIdentity silent = mute;
        FakeMachine now = machine;
        return silent != null
                ? Optional.of(silent)
                : Optional.ofNullable(now).filter(FakeMachine::lives).map(FakeMachine::process);
    }

    @Override
    public Optional<Machine> adopt(MachineSpec spec, ProcessIdentity process) throws VmException {
        if (process.equals(mute)) {
            throw new VmException(VmException.MONITOR, "the monitor did not answer in time", null, null);
        }
        return Optional.ofNullable(machine);
    }
}
