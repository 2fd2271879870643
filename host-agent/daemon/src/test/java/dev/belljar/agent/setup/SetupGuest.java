package dev.belljar.agent.setup;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.sandbox.GuestPrograms;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

/// A fake guest that succeeds at every command, except at those that a test makes fail or hang.
public final class SetupGuest implements GuestPrograms {
    private final List<ExecCommand> commands = new CopyOnWriteArrayList<>();
    private final Map<String, Integer> codes = new ConcurrentHashMap<>();
    private final Map<String, Runnable> actions = new ConcurrentHashMap<>();

    /// Makes a command end with this exit code; a negative one means never.
    public void ends(String command, int code) {
        codes.put(command, code);
    }

    /// Does this when a command starts.
    void when(String command, Runnable action) {
        actions.put(command, action);
    }

    /// The commands of the environment that were started, and the names of the scripts of its setup with their
    /// arguments.
    public List<String> setUp() {
        return commands.stream()
                .map(SetupGuest::words)
                .filter(words -> !words.isEmpty())
                .toList();
    }

    /// All commands that were started.
    public List<ExecCommand> commands() {
        return List.copyOf(commands);
    }

    private static String words(ExecCommand command) {
        List<String> argv = command.argv();
        if (argv.getFirst().equals("/bin/bash")) {
            return argv.getLast();
        }
        boolean setup = argv.size() >= 4 && argv.get(3).matches("belljar-.*-(install|update|start|file)");
        return setup ? String.join(" ", argv.subList(3, argv.size())) : "";
    }

    @Override
    public GuestExec exec(ExecCommand command) {
        commands.add(command);
        actions.getOrDefault(words(command), () -> {}).run();
        return new Running(codes.getOrDefault(words(command), 0));
    }

    @Override
    public GuestStream connect(int port) throws GuestException {
        throw GuestException.refused("nothing listens", null);
    }

    private static final class Running implements GuestExec {
        private final CompletableFuture<GuestExit> exit = new CompletableFuture<>();

        Running(int code) {
            if (code >= 0) {
                exit.complete(new GuestExit(code, null, false));
            }
        }

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
            return new ByteArrayInputStream("output\n".getBytes(StandardCharsets.UTF_8));
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
        public GuestExit await() throws GuestException, InterruptedException {
            try {
                return exit.get();
            } catch (ExecutionException e) {
                throw GuestException.linkBroke("the test ended it");
            }
        }

        /// Like a hostile guest, it does not report an end.
        @Override
        public void close() {}
    }
}
