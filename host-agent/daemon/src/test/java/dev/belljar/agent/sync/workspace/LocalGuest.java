package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestIdentity;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A fake machine in a folder of this host: commands run on the host, with the workspace at another path.
public class LocalGuest implements GuestLink {
    private final Path workspace;
    private final Path home;

    public LocalGuest(Path workspace, Path home) {
        this.workspace = workspace;
        this.home = home;
    }

    Path workspace() {
        return workspace;
    }

    @Override
    public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
        return run(command.argv(), command.env());
    }

    /// Runs a command; a subclass may run another one, as a hostile machine might.
    GuestExec run(List<String> argv) throws GuestException {
        return run(argv, Map.of());
    }

    private GuestExec run(List<String> argv, Map<String, String> environment) throws GuestException {
        Command command = Command.of(argv)
                .in(home)
                .cleanEnvironment()
                .env("HOME", home.toString())
                .env("BELLJAR_WORKSPACE", workspace.toString());
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            command = command.env(variable.getKey(), variable.getValue());
        }
        try {
            return new LocalExec(command.start());
        } catch (CommandException e) {
            throw new GuestException(GuestException.REFUSED, String.valueOf(e.getMessage()), null, e);
        }
    }

    @Override
    public LinkState state() {
        return LinkState.UP;
    }

    @Override
    public GuestStream connect(int port) {
        throw new UnsupportedOperationException("not needed here");
    }

    @Override
    public void put(String folder, String user, InputStream tar) {
        throw new UnsupportedOperationException("not needed here");
    }

    @Override
    public GuestStream get(String folder, String user, List<String> members) {
        throw new UnsupportedOperationException("not needed here");
    }

    @Override
    public List<ListeningPort> ports() {
        return List.of();
    }

    @Override
    public List<GuestProcess> processes() {
        return List.of();
    }

    @Override
    public void identity(GuestIdentity identity) {}

    @Override
    public void present() {}

    @Override
    public void syncDisks() {}

    @Override
    public void addRefusals(byte[] lines) {}

    @Override
    public void shutdown() {}

    @Override
    public void close() {}

    private record LocalExec(Process process) implements GuestExec {
        @Override
        public int pid() {
            return Math.toIntExact(process.pid());
        }

        @Override
        public OutputStream stdin() {
            return process.getOutputStream();
        }

        @Override
        public InputStream stdout() {
            return process.getInputStream();
        }

        @Override
        public InputStream stderr() {
            return process.getErrorStream();
        }

        @Override
        public void signal(int number) {}

        @Override
        public void resize(int rows, int cols) {}

        @Override
        public GuestExit await() throws InterruptedException {
            return new GuestExit(process.waitFor(), null, false);
        }

        @Override
        public void close() {
            Command.killTree(process);
        }
    }
}
