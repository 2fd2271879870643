package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import java.io.InputStream;
import java.io.OutputStream;

/// A read-only terminal, which discards input. Its token is read-only too, but root in the machine controls what
/// that means there.
public record WatchedOnly(GuestExec exec) implements GuestExec {
    @Override
    public int pid() {
        return exec.pid();
    }

    @Override
    public OutputStream stdin() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream stdout() {
        return exec.stdout();
    }

    @Override
    public InputStream stderr() {
        return exec.stderr();
    }

    @Override
    public void signal(int number) {}

    @Override
    public void resize(int rows, int cols) throws GuestException, InterruptedException {
        exec.resize(rows, cols);
    }

    @Override
    public GuestExit await() throws GuestException, InterruptedException {
        return exec.await();
    }

    @Override
    public void close() {
        exec.close();
    }
}
