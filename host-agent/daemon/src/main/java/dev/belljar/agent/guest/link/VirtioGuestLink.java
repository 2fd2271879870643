package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestIdentity;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.agent.guest.frame.OpenRequest;
import dev.belljar.agent.guest.frame.StreamKind;
import dev.belljar.agent.guest.stream.ChannelInput;
import dev.belljar.agent.guest.stream.LinkExec;
import dev.belljar.agent.guest.stream.LinkPipe;
import dev.belljar.agent.guest.stream.LinkStream;
import dev.belljar.agent.guest.stream.StreamResult;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The guest link over the socket that QEMU serves for the machine's virtio-serial port.
public final class VirtioGuestLink implements GuestLink {
    private static final int TAR_OR_TEXT = 1;
    private static final int BOTH_WAYS = 0;
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final int CHUNK = 65_536;

    private final String name;
    private final LinkTiming timing;
    private final LinkKeeper keeper;

    private VirtioGuestLink(Path socket, String name, LinkObserver observer, LinkTiming timing, HostBudget streams) {
        this.name = name;
        this.timing = timing;
        this.keeper = new LinkKeeper(socket, name, observer, timing, streams);
    }

    /// Starts a link to this socket, which need not exist yet. `name` is the machine's, for messages and
    /// threads; `streams` the bytes that the streams of all machines may hold.
    public static GuestLink open(Path unixSocket, String name, LinkObserver observer, HostBudget streams) {
        return open(unixSocket, name, observer, LinkTiming.NORMAL, streams);
    }

    static GuestLink open(Path unixSocket, String name, LinkObserver observer, LinkTiming timing, HostBudget streams) {
        VirtioGuestLink link = new VirtioGuestLink(unixSocket, name, observer, timing, streams);
        link.keeper.start();
        return link;
    }

    @Override
    public LinkState state() {
        return keeper.state();
    }

    @Override
    public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
        String program = command.argv().getFirst();
        LinkStream stream = opened(OpenRequest.exec(command), program);
        if (command.timeoutMillis() > 0) {
            limit(stream, program, Duration.ofMillis(Math.min(command.timeoutMillis(), LONGEST.toMillis())));
        }
        return new LinkExec(stream);
    }

    /// Limits a command's time on the host too: the guest should end a command that takes too long, but may not.
    private void limit(LinkStream stream, String program, Duration timeout) {
        Duration grace = timing.request();
        stream.expectWithin(
                timeout.plus(grace),
                "%s in %s exceeded its time limit of %d ms, and the guest did not stop it within another %d ms"
                        .formatted(program, name, timeout.toMillis(), grace.toMillis()));
    }

    @Override
    public GuestStream connect(int port) throws GuestException, InterruptedException {
        return new LinkPipe(opened(OpenRequest.connect(port), "port " + port), BOTH_WAYS, null);
    }

    @Override
    public void put(String folder, String user, InputStream tar) throws GuestException, InterruptedException {
        feed(OpenRequest.put(folder, user), folder, tar);
    }

    @Override
    public GuestStream get(String folder, String user, List<String> members)
            throws GuestException, InterruptedException {
        LinkStream stream = opened(OpenRequest.get(folder, user, members), folder);
        return new LinkPipe(stream, TAR_OR_TEXT, timing.work());
    }

    @Override
    public List<ListeningPort> ports() throws GuestException, InterruptedException {
        return lines(StreamKind.PORTS, PortLine::parse);
    }

    @Override
    public List<GuestProcess> processes() throws GuestException, InterruptedException {
        return lines(StreamKind.PROCESSES, ProcessLine::parse);
    }

    @Override
    public void identity(GuestIdentity identity) throws GuestException, InterruptedException {
        Instant now = Instant.now();
        long realNs = now.getEpochSecond() * 1_000_000_000L + now.getNano();
        complete(OpenRequest.identity(identity, realNs), "identity");
    }

    @Override
    public void present() throws GuestException, InterruptedException {
        complete(OpenRequest.plain(StreamKind.PRESENT), "present");
    }

    @Override
    public void addRefusals(byte[] lines) throws GuestException, InterruptedException {
        feed(OpenRequest.plain(StreamKind.REFUSALS), "the list of refusals", new ByteArrayInputStream(lines));
    }

    @Override
    public void syncDisks() throws GuestException, InterruptedException {
        complete(OpenRequest.plain(StreamKind.SYNC), "sync");
    }

    @Override
    public void shutdown() throws GuestException, InterruptedException {
        complete(OpenRequest.plain(StreamKind.SHUTDOWN), "shutdown");
    }

    @Override
    public void close() {
        keeper.close();
    }

    private LinkStream opened(OpenRequest request, String what) throws GuestException, InterruptedException {
        LinkStream stream = keeper.session().open(request);
        boolean taken = false;
        try {
            stream.expectWithin(timing.request());
            if (!stream.awaitOpened()) {
                requireFine(stream.awaitResult(), what);
                throw GuestException.broken("CLOSED frame for " + what + " without OPENED and without an error");
            }
            stream.expectWithin(null);
            taken = true;
            return stream;
        } finally {
            if (!taken) {
                stream.close();
            }
        }
    }

    /// Sends all bytes to the guest and waits until it has used them.
    private void feed(OpenRequest request, String what, InputStream bytes) throws GuestException, InterruptedException {
        LinkStream stream = opened(request, what);
        try {
            send(stream, bytes);
            stream.expectWithin(timing.work());
            requireFine(stream.awaitResult(), what);
        } finally {
            stream.close();
        }
    }

    private void complete(OpenRequest request, String what) throws GuestException, InterruptedException {
        LinkStream stream = keeper.session().open(request);
        try {
            stream.expectWithin(timing.work());
            requireFine(stream.awaitResult(), what);
        } finally {
            stream.close();
        }
    }

    private <T> List<T> lines(StreamKind kind, TextAnswer.Line<T> line) throws GuestException, InterruptedException {
        LinkStream stream = keeper.session().open(OpenRequest.plain(kind));
        try {
            stream.expectWithin(timing.request());
            List<T> lines = TextAnswer.read(new ChannelInput(stream, TAR_OR_TEXT, null), line);
            requireFine(stream.awaitResult(), kind.name());
            return lines;
        } catch (IOException e) {
            if (stream.hasResult()) {
                requireFine(stream.awaitResult(), kind.name());
            }
            throw failed(e, kind.name());
        } finally {
            stream.close();
        }
    }

    private void send(LinkStream stream, InputStream tar) throws GuestException, InterruptedException {
        byte[] chunk = new byte[CHUNK];
        for (int n = read(tar, chunk); n >= 0; n = read(tar, chunk)) {
            stream.expectWithin(timing.work());
            if (!sent(stream, chunk, n)) {
                return;
            }
        }
        try {
            stream.endOutput(0);
        } catch (IOException e) {
            throw failed(e, "tar stream");
        }
    }

    // Sends a chunk. False if the guest ended the stream early: its result says why, and says more than a broken
    // pipe.
    private boolean sent(LinkStream stream, byte[] chunk, int length) throws GuestException, InterruptedException {
        try {
            stream.write(0, chunk, 0, length);
            return true;
        } catch (IOException e) {
            if (stream.hasResult()) {
                return false;
            }
            throw failed(e, "tar stream");
        }
    }

    private static int read(InputStream tar, byte[] chunk) throws GuestException {
        try {
            return tar.read(chunk);
        } catch (IOException e) {
            throw new GuestException(
                    GuestException.SOURCE, "the tar stream could not be read: " + e.getMessage(), null, e);
        }
    }

    private void requireFine(StreamResult result, String what) throws GuestException {
        if (!result.fine()) {
            throw result.refusal(what + " in " + name);
        }
    }

    private GuestException failed(IOException e, String what) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException(e.getMessage());
        }
        @Nullable String message = e.getMessage();
        return GuestException.unreachable("%s in %s: %s".formatted(what, name, message), e);
    }
}
