package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.ConfinementLayers;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.ConsoleListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vmstate.SavedState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A fake driver that starts fake machines, one at a time.
public final class FakeDriver implements VmDriver {
    private final List<BootImage> booted = new CopyOnWriteArrayList<>();
    private final List<Path> packed = new CopyOnWriteArrayList<>();
    private final AtomicInteger resumed = new AtomicInteger();
    private final Semaphore packing = new Semaphore(1);
    private volatile boolean packs = true;
    private volatile boolean saves = true;
    private volatile Runnable beforeResume = () -> {};
    private volatile @Nullable FakeMachine machine;
    private volatile @Nullable ProcessIdentity mute;

    /// The machine that runs or ran last.
    public FakeMachine machine() {
        return Optional.ofNullable(machine).orElseThrow();
    }

    @Override
    public ControlGroups groups() {
        return ControlGroups.none("a test");
    }

    @Override
    public ConfinementLayers confinement() {
        return ConfinementLayers.NONE;
    }

    public boolean started() {
        return machine != null;
    }

    /// Adds a machine that is in no record.
    public FakeMachine orphan() {
        FakeMachine orphan = new FakeMachine();
        machine = orphan;
        return orphan;
    }

    /// Adds a machine with this process, whose monitor does not answer.
    public void mute(@Nullable ProcessIdentity process) {
        mute = process;
    }

    /// The number of machines it resumed.
    public int resumed() {
        return resumed.get();
    }

    /// Sets an action that runs just before a machine is started.
    public void before(Runnable start) {
        beforeResume = start;
    }

    /// Sets whether disks can be packed.
    public void packs(boolean does) {
        packs = does;
    }

    /// Sets whether machines that are started from now on can be saved.
    public void saves(boolean can) {
        saves = can;
    }

    /// Makes the packing of a disk end only with an interrupt.
    public void packsForEver() {
        packing.drainPermits();
    }

    /// The disks it was asked to pack.
    public List<Path> packed() {
        return new ArrayList<>(packed);
    }

    public List<BootImage> booted() {
        return new ArrayList<>(booted);
    }

    @Override
    public Machine start(MachineSpec spec, ConsoleListener console) {
        beforeResume.run();
        FakeMachine fresh = new FakeMachine();
        fresh.saves(saves);
        machine = fresh;
        booted.add(spec.image());
        return fresh;
    }

    @Override
    public Machine start(MachineSpec spec, SavedState savedState, ConsoleListener console) {
        return start(spec, console);
    }

    @Override
    public String plan(MachineSpec spec) {
        return "plan";
    }

    @Override
    public Machine resume(MachineSpec spec, SavedState savedState, ConsoleListener console, BeforeResume beforeResume)
            throws VmException {
        beforeResume.run();
        FakeMachine fresh = new FakeMachine();
        machine = fresh;
        resumed.incrementAndGet();
        return fresh;
    }

    @Override
    public void pack(Path disk) throws VmException, InterruptedException {
        if (!packs) {
            throw new VmException(VmException.DISK_FULL, disk + ": no space", null, null);
        }
        packed.add(disk);
        packing.acquire();
        packing.release();
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
