package dev.belljar.agent.recording;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;

/// A command whose machine counts as used while the command runs; with a terminal only while there is input or
/// output, because terminals stay open for days.
public final class WatchedExec implements GuestExec {
    private final GuestExec exec;
    private final MachineActivity activity;
    private final AtomicBoolean counts;

    public WatchedExec(GuestExec exec, MachineActivity activity, boolean terminal) {
        this.exec = exec;
        this.activity = activity;
        this.counts = new AtomicBoolean(!terminal);
        if (terminal) {
            activity.terminal();
        } else {
            activity.begin();
        }
    }

    @Override
    public int pid() {
        return exec.pid();
    }

    @Override
    public OutputStream stdin() {
        return new CountedStreams(activity).by(exec.stdin());
    }

    @Override
    public InputStream stdout() {
        return new CountedStreams(activity).by(exec.stdout());
    }

    @Override
    public InputStream stderr() {
        return exec.stderr();
    }

    @Override
    public void signal(int number) throws GuestException, InterruptedException {
        exec.signal(number);
    }

    @Override
    public void resize(int rows, int cols) throws GuestException, InterruptedException {
        exec.resize(rows, cols);
    }

    @Override
    public GuestExit await() throws GuestException, InterruptedException {
        try {
            return exec.await();
        } finally {
            ended();
        }
    }

    @Override
    public void close() {
        ended();
        exec.close();
    }

    private void ended() {
        if (counts.compareAndSet(true, false)) {
            activity.end();
        }
    }
}
