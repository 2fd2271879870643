package dev.belljar.agent.guest;

import java.io.InputStream;
import java.io.OutputStream;

/// A command running in the guest. Closing it ends the command (SIGHUP, then SIGKILL).
public interface GuestExec extends AutoCloseable {
    /// The guest's process id of the command.
    int pid();

    /// Its standard input, or the terminal's; closing it is end of file.
    OutputStream stdin();

    /// Its standard output, or everything the terminal shows.
    InputStream stdout();

    /// Its standard error; empty with a terminal.
    InputStream stderr();

    /// Sends a signal to its foreground process group.
    ///
    /// @throws GuestException when the link is down
    void signal(int number) throws GuestException, InterruptedException;

    /// Tells the terminal its size in rows and columns.
    ///
    /// @throws GuestException when the link is down
    void resize(int rows, int cols) throws GuestException, InterruptedException;

    /// Waits for its end, which comes after all output.
    ///
    /// @throws GuestException when it never started or the link broke before it ended
    GuestExit await() throws GuestException, InterruptedException;

    @Override
    void close();
}
