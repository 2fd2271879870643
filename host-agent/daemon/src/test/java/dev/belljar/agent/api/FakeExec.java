package dev.belljar.agent.api;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

/// A command that runs in this process: `cat` writes its input, `late` does so once it may start, `print WORD` writes a
/// word, `err WORD` writes to standard error and exits with 3, `sleep MILLIS` ends after that time, `true` ends at
/// once, `flood` writes without end, `broken` loses its link; any other reads nothing and runs until it is ended.
final class FakeExec implements GuestExec {
    final Pipe in = new Pipe();
    final Pipe out = new Pipe();
    final Pipe err = new Pipe();
    final List<String> controls = new CopyOnWriteArrayList<>();
    final CompletableFuture<Boolean> closed = new CompletableFuture<>();
    private final CompletableFuture<GuestExit> exit = new CompletableFuture<>();

    FakeExec(ExecCommand command) {
        Thread.ofVirtual().name("fake " + command.argv()).start(() -> run(command.argv()));
    }

    private void run(List<String> argv) {
        try {
            switch (argv.getFirst()) {
                case "cat", "late" -> in.input.transferTo(out.output);
                case "print" -> out.output.write(argv.get(1).getBytes(StandardCharsets.UTF_8));
                case "true" -> {}
                case "sleep" -> Thread.sleep(Long.parseLong(argv.get(1)));
                case "err" -> err.output.write(argv.get(1).getBytes(StandardCharsets.UTF_8));
                case "flood" -> flood();
                case "broken" ->
                    exit.completeExceptionally(
                            new GuestException(GuestException.UNREACHABLE, "the link broke", null, null));
                default -> closed.join();
            }
        } catch (IOException e) {
            // Closed by the other side, as a real command would be.
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts it", e);
        }
        end(new GuestExit(argv.getFirst().equals("err") ? 3 : 0, null, false));
    }

    private void flood() throws IOException {
        byte[] chunk = new byte[8_192];
        while (true) {
            out.output.write(chunk);
        }
    }

    private void end(GuestExit how) {
        in.end();
        out.end();
        err.end();
        exit.complete(how);
    }

    @Override
    public int pid() {
        return 4_242;
    }

    @Override
    public OutputStream stdin() {
        return in.output;
    }

    @Override
    public InputStream stdout() {
        return out.input;
    }

    @Override
    public InputStream stderr() {
        return err.input;
    }

    @Override
    public void signal(int number) {
        controls.add("signal " + number);
        in.end();
        end(new GuestExit(null, number, false));
    }

    @Override
    public void resize(int rows, int cols) {
        controls.add("resize " + rows + " " + cols);
    }

    @Override
    public GuestExit await() throws GuestException, InterruptedException {
        try {
            return exit.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GuestException broken) {
                throw broken;
            }
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        in.end();
        end(new GuestExit(null, 1, false));
        closed.complete(true);
    }
}
