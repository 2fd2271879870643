package dev.belljar.client.command;

import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.session.TerminalExit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Runs a command of a test on this computer, in place of one in a guest.
public final class LocalCommand implements RemoteTerminal {
    private final Process process;
    private final CompletableFuture<TerminalExit> exit = new CompletableFuture<>();

    private LocalCommand(Process process) {
        this.process = process;
    }

    /// Starts the command.
    public static RemoteTerminal start(ExecCommand command, TerminalListener listener) {
        try {
            LocalCommand started = new LocalCommand(new ProcessBuilder(command.argv()).start());
            Thread output = copy(started.process.getInputStream(), listener::output);
            Thread errors = copy(started.process.getErrorStream(), listener::error);
            Thread.ofVirtual().name("local command").start(() -> {
                try {
                    int code = started.process.waitFor();
                    output.join();
                    errors.join();
                    started.exit.complete(new TerminalExit(code, null, false, null));
                } catch (InterruptedException e) {
                    started.exit.completeExceptionally(e);
                }
            });
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Thread copy(InputStream from, Consumer<byte[]> to) {
        return Thread.ofVirtual().name("local output").start(() -> {
            try (from) {
                byte[] chunk = new byte[4_096];
                for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                    to.accept(Arrays.copyOf(chunk, n));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void send(byte[] bytes, int offset, int length) {
        try {
            process.getOutputStream().write(bytes, offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void eof() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void resize(int rows, int cols) {
        throw new UnsupportedOperationException("resize");
    }

    @Override
    public void signal(int number) {
        throw new UnsupportedOperationException("signal");
    }

    @Override
    public CompletableFuture<TerminalExit> exit() {
        return exit;
    }

    @Override
    public void close() {
        process.destroy();
    }
}
