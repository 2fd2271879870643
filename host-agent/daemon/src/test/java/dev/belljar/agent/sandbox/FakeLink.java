package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestIdentity;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A fake guest that accepts every request and does nothing, unless a test gives it programs.
public final class FakeLink implements GuestLink {
    private final AtomicInteger asked = new AtomicInteger();
    private volatile LinkState state;
    private volatile boolean executes;
    private volatile @Nullable GuestPrograms programs;
    private volatile Runnable syncing = () -> {};
    private volatile List<ListeningPort> listening = List.of();

    private volatile Runnable listing = () -> {};
    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private final Runnable closing;

    public FakeLink(LinkState state, Runnable closing) {
        this.state = state;
        this.closing = closing;
    }

    /// The number of requests for the list of processes.
    public int asked() {
        return asked.get();
    }

    /// Sets the ports that it listens on.
    public void listens(List<ListeningPort> ports) {
        listening = ports;
    }

    /// Sets an action that runs while its disks are synced.
    public void whileSyncing(Runnable happening) {
        syncing = happening;
    }

    /// Makes commands succeed.
    public void executes() {
        executes = true;
    }

    /// Sets the programs that commands and connections reach.
    void runs(@Nullable GuestPrograms own) {
        programs = own;
    }

    public void become(LinkState newState) {
        state = newState;
    }

    @Override
    public LinkState state() {
        return state;
    }

    @Override
    public void identity(GuestIdentity identity) {}

    @Override
    public void present() {
        asked.incrementAndGet();
    }

    @Override
    public void syncDisks() {
        syncing.run();
    }

    @Override
    public void addRefusals(byte[] lines) {
        refusals.addAll(new String(lines, StandardCharsets.UTF_8).lines().toList());
    }

    /// The lines of its list of refusals.
    public List<String> refusals() {
        return List.copyOf(refusals);
    }

    @Override
    public void shutdown() {}

    @Override
    public void close() {
        state = LinkState.CLOSED;
        closing.run();
    }

    /// Sets what runs, instead of the list of processes being answered at once.
    public void whileListing(Runnable happening) {
        listing = happening;
    }

    @Override
    public List<GuestProcess> processes() {
        listing.run();
        return List.of();
    }

    @Override
    public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
        GuestPrograms own = programs;
        if (own != null) {
            return own.exec(command);
        }
        if (!executes) {
            throw new GuestException(GuestException.REFUSED, "this guest runs no commands", null, null);
        }
        return new Silent();
    }

    /// A command without output that succeeds.
    private record Silent() implements GuestExec {
        @Override
        public int pid() {
            return 7;
        }

        @Override
        public OutputStream stdin() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream stdout() {
            return InputStream.nullInputStream();
        }

        @Override
        public InputStream stderr() {
            return InputStream.nullInputStream();
        }

        @Override
        public void signal(int number) {}

        @Override
        public void resize(int rows, int cols) {}

        @Override
        public GuestExit await() {
            return new GuestExit(0, null, false);
        }

        @Override
        public void close() {}
    }

    @Override
    public GuestStream connect(int port) throws GuestException {
        GuestPrograms own = programs;
        if (own == null) {
            throw new UnsupportedOperationException();
        }
        return own.connect(port);
    }

    @Override
    public void put(String folder, String user, InputStream tar) {
        throw new UnsupportedOperationException();
    }

    @Override
    public GuestStream get(String folder, String user, List<String> members) throws GuestException {
        GuestPrograms own = programs;
        if (own == null) {
            throw new UnsupportedOperationException();
        }
        return own.get(folder, members);
    }

    @Override
    public List<ListeningPort> ports() {
        return listening;
    }
}
