package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.vm.DiskListener;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineEnd;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;

/// A fake machine that runs until the test ends it; its process id is unique and exists on no host.
public final class FakeMachine implements Machine {
    public static final ProcessIdentity NOBODY = new ProcessIdentity(4_000_000_007L, 1);
    private static final AtomicLong NUMBERS = new AtomicLong(NOBODY.pid());

    private final ProcessIdentity process = new ProcessIdentity(NUMBERS.incrementAndGet(), 1);
    private final CompletableFuture<MachineEnd> ended = new CompletableFuture<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile boolean killed;
    private volatile boolean saves = true;
    private volatile long saveBytes;
    private volatile Runnable saving = () -> {};
    private volatile @Nullable Problem held;
    private volatile boolean deaf;
    private volatile boolean suspended;
    private volatile long diskLimit;
    private volatile @Nullable DiskListener listener;
    private final Path link;
    private final Path net;

    public FakeMachine() {
        this(Path.of("/nowhere/link"), Path.of("/nowhere/net"));
    }

    /// Creates a machine whose guest and network card are at these sockets.
    public FakeMachine(Path link, Path net) {
        this.link = link;
        this.net = net;
    }

    /// Sets whether there is space to save its memory.
    public void saves(boolean does) {
        saves = does;
    }

    /// Sets an action that runs during each save of it.
    public void whileSaving(Runnable happening) {
        saving = happening;
    }

    public boolean killed() {
        return killed;
    }

    /// Waits until it was asked this many times more for its process, as those do that wait for its guest.
    public void awaitLooks(int more) throws InterruptedException {
        int before = looks.get();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> looks.get() >= before + more);
    }

    public boolean lives() {
        return !ended.isDone();
    }

    public void end(boolean orderly, String sentence) {
        ended.complete(new MachineEnd(orderly, sentence));
    }

    @Override
    public ProcessIdentity process() {
        looks.incrementAndGet();
        return process;
    }

    @Override
    public Path linkSocket() {
        return link;
    }

    @Override
    public Path netSocket() {
        return net;
    }

    @Override
    public CompletableFuture<MachineEnd> ended() {
        return ended;
    }

    @Override
    public SavedState freeze(String plan, Path folder, Path layer) throws VmException, SavedStateException {
        saving.run();
        if (!saves) {
            throw new VmException(VmException.DISK_FULL, folder + ": 0 MiB are free", "Free some space.", null);
        }
        try {
            Files.createDirectories(layer.toAbsolutePath().getParent());
            for (Path file : List.of(folder.resolve("ram"), folder.resolve("state"), layer)) {
                Files.writeString(file, "saved");
            }
            return SavedState.seal(folder, plan, 256, layer, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public SavedState hibernate(String plan, Path folder, Path layer) throws VmException, SavedStateException {
        return freeze(plan, folder, folder.resolveSibling("disk.qcow2"));
    }

    @Override
    public long saveBytes() {
        return saveBytes;
    }

    /// Sets the number of bytes that a save of it takes.
    public void saveBytes(long bytes) {
        saveBytes = bytes;
    }

    /// Sets whether its monitor ignores commands.
    public void deaf(boolean is) {
        deaf = is;
    }

    @Override
    public void hold(@Nullable Problem why) throws VmException, InterruptedException {
        if (deaf) {
            Thread.sleep(Duration.ofSeconds(5));
            throw new VmException(VmException.MONITOR, "QEMU's monitor did not respond", null, null);
        }
        suspended = why != null && suspended;
        told(why);
    }

    @Override
    public void suspend(Problem why) {
        suspended = true;
        told(why);
    }

    @Override
    public boolean suspended() {
        return suspended;
    }

    private void told(@Nullable Problem why) {
        Problem before = held;
        held = why;
        DiskListener told = listener;
        if (told != null && why != null && !why.equals(before)) {
            told.stands(why);
        } else if (told != null && why == null && before != null) {
            told.goesOn();
        }
    }

    /// The reason why it is paused, if it is.
    @Nullable
    public Problem held() {
        return held;
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public void limitDisk(long bytesPerSecond) throws VmException {
        if (deaf) {
            throw new VmException(VmException.MONITOR, "QEMU's monitor did not respond", null, null);
        }
        diskLimit = bytesPerSecond;
    }

    /// The limit of its disk in bytes a second, 0 for none.
    public long diskLimit() {
        return diskLimit;
    }

    @Override
    public void watchDisk(DiskListener newListener) {
        listener = newListener;
    }

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
