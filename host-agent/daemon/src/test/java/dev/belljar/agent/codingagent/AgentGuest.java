package dev.belljar.agent.codingagent;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.sandbox.GuestPrograms;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// A fake guest with a session in tmux, which remembers what was written and opened in it.
final class AgentGuest implements GuestPrograms {
    private final Map<String, ByteArrayOutputStream> files = new ConcurrentHashMap<>();
    private final Set<String> kept = new HashSet<>();
    private final List<ExecCommand> commands = new CopyOnWriteArrayList<>();
    private volatile String tab = "opened";

    /// Makes the script for tabs say this.
    void tabs(String said) {
        tab = said;
    }

    /// Says that this file was changed.
    void keeps(String file) {
        kept.add(file);
    }

    /// The contents of the written files by their paths.
    Map<String, String> files() {
        Map<String, String> all = new ConcurrentHashMap<>();
        files.forEach((path, bytes) -> all.put(path, bytes.toString(StandardCharsets.UTF_8)));
        return all;
    }

    private ExecCommand tabCommand() {
        return commands.stream()
                .filter(each -> name(each).equals("belljar-tab"))
                .reduce((_, last) -> last)
                .orElse(new ExecCommand(List.of(), null, Map.of(), null, false, 0, 0, 0));
    }

    /// The command in the tab that was requested last.
    List<String> tab() {
        List<String> argv = tabCommand().argv();
        return argv.subList(Math.min(4, argv.size()), argv.size());
    }

    Map<String, String> tabVariables() {
        return tabCommand().env();
    }

    /// Everything that reached the guest, as text.
    String everything() {
        return commands + files().toString();
    }

    private static String name(ExecCommand command) {
        return command.argv().size() < 4 ? "" : command.argv().get(3);
    }

    @Override
    public GuestExec exec(ExecCommand command) {
        commands.add(command);
        return switch (name(command)) {
            case "belljar-session" -> new Ended("by tmux\nsession main\n", OutputStream.nullOutputStream());
            case "belljar-tab" -> new Ended(tab, OutputStream.nullOutputStream());
            case "belljar-agent-file" -> {
                String path = command.argv().getLast();
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                files.put(path, content);
                yield new Ended(kept.contains(path) ? "kept\n" : "", content);
            }
            default -> new Ended("", OutputStream.nullOutputStream());
        };
    }

    @Override
    public GuestStream connect(int port) throws GuestException {
        throw GuestException.refused("nothing listens", null);
    }

    private record Ended(String out, OutputStream in) implements GuestExec {
        @Override
        public int pid() {
            return 7;
        }

        @Override
        public OutputStream stdin() {
            return in;
        }

        @Override
        public InputStream stdout() {
            return new ByteArrayInputStream(out.getBytes(StandardCharsets.UTF_8));
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
}
