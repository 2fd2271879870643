package dev.belljar.agent.guest.stream;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.FieldsWriter;
import dev.belljar.agent.guest.frame.OpenRequest;
import java.io.InputStream;
import java.io.OutputStream;

/// A command on a stream of the guest link.
///
/// Both outputs share one window of 256 KiB: as long as they fit into it together, `await` returns although
/// neither is read. A command that writes more waits until its output is read, or closed.
public final class LinkExec implements GuestExec {
    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int SIGNAL_MOST = 64;

    private final LinkStream stream;
    private final int pid;
    private final OutputStream stdin;
    private final InputStream stdout;
    private final InputStream stderr;

    public LinkExec(LinkStream stream) {
        this.stream = stream;
        this.pid = stream.pid();
        this.stdin = new ChannelOutput(stream, STDIN);
        this.stdout = new ChannelInput(stream, STDOUT, null);
        this.stderr = new ChannelInput(stream, STDERR, null);
    }

    @Override
    public int pid() {
        return pid;
    }

    @Override
    public OutputStream stdin() {
        return stdin;
    }

    @Override
    public InputStream stdout() {
        return stdout;
    }

    @Override
    public InputStream stderr() {
        return stderr;
    }

    @Override
    public void signal(int number) throws GuestException, InterruptedException {
        if (number < 1 || number > SIGNAL_MOST) {
            throw GuestException.refused("signal " + number + ": expected 1 to " + SIGNAL_MOST, null);
        }
        stream.control(new FieldsWriter().put(FieldTag.SIGNAL, number).payload());
    }

    @Override
    public void resize(int rows, int cols) throws GuestException, InterruptedException {
        stream.control(OpenRequest.terminalSize(rows, cols));
    }

    @Override
    public GuestExit await() throws GuestException, InterruptedException {
        StreamResult result = ended();
        if (result.errno() != 0) {
            throw result.refusal("the command could not be started");
        }
        if ((result.exit() == null) == (result.signal() == null)) {
            throw GuestException.broken("CLOSED frame for a command: expected either an exit code or a signal");
        }
        return new GuestExit(result.exit(), result.signal(), result.timedOut());
    }

    /// Waits for the end of the command; a command that is given up is ended in the guest too.
    private StreamResult ended() throws GuestException, InterruptedException {
        try {
            return stream.awaitResult();
        } catch (GuestException e) {
            stream.close();
            throw e;
        }
    }

    @Override
    public void close() {
        stream.close();
    }
}
