package dev.belljar.agent.guest;

import java.io.InputStream;
import java.io.OutputStream;

/// A command running in the guest. Closing it ends the command (SIGHUP, then SIGKILL).
public interface GuestExec extends AutoCloseable {
    /// The guest's process id of the command.
    int pid();

    /// The command's standard input, or the terminal's; closing it sends end of file.
    OutputStream stdin();

    /// The command's standard output, or everything the terminal shows.
    InputStream stdout();

    /// The command's standard error; empty with a terminal.
    InputStream stderr();

    /// Sends a signal to the command's foreground process group.
    ///
    /// @throws GuestException when the link is down
    void signal(int number) throws GuestException, InterruptedException;

    /// Sets the terminal's size in rows and columns.
    ///
    /// @throws GuestException when the link is down
    void resize(int rows, int cols) throws GuestException, InterruptedException;

    /// Waits for the end of the command, which comes after all its output.
    ///
    /// @throws GuestException when it never started or the link broke before it ended
    GuestExit await() throws GuestException, InterruptedException;

    @Override
    void close();
}
