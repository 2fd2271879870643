package dev.belljar.agent.sandbox;

import dev.belljar.agent.frozen.FrozenMachine;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.DiskListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineEnd;
import dev.belljar.agent.vm.VmException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// A machine that runs until told otherwise; its process is one that no host has.
final class FakeMachine implements Machine {
    static final ProcessIdentity NOBODY = new ProcessIdentity(4_000_000_007L, 1);
    private final CompletableFuture<MachineEnd> ended = new CompletableFuture<>();
    private volatile boolean killed;

    boolean killed() {
        return killed;
    }

    boolean lives() {
        return !ended.isDone();
    }

    void end(boolean orderly, String sentence) {
        ended.complete(new MachineEnd(orderly, sentence));
    }

    @Override
    public ProcessIdentity process() {
        return NOBODY;
    }

    @Override
    public Path linkSocket() {
        return Path.of("/nowhere/link");
    }

    @Override
    public Path netSocket() {
        return Path.of("/nowhere/net");
    }

    @Override
    public CompletableFuture<MachineEnd> ended() {
        return ended;
    }

    @Override
    public FrozenMachine freeze(String plan, Path folder, Path layer) throws VmException {
        throw new VmException(VmException.MONITOR, "a stand-in has no memory", null, null);
    }

    @Override
    public FrozenMachine hibernate(String plan, Path folder, Path layer) throws VmException {
        throw new VmException(VmException.MONITOR, "a stand-in has no memory", null, null);
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public void watchDisk(DiskListener listener) {}

    @Override
    public void awaitEnd(Duration patience) {
        end(true, "the guest powered off");
    }

    @Override
    public void kill() {
        killed = true;
        end(false, "killed by Belljar");
    }
}
