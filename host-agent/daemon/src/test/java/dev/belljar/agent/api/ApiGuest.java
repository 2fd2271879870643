package dev.belljar.agent.api;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.sandbox.GuestPrograms;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/// A guest whose commands are `FakeExec`s and whose ports are `FakeTunnel`s. The host agent's scripts succeed in it:
/// its
/// session `main` is kept by Zellij without a web server, and it has a key pair and a host key.
final class ApiGuest implements GuestPrograms {
    static final String KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIAO1dsLjNNKuzPFn7raEUKP6t/Kyf5LyEmsR58x1NMJ belljar:shop";
    private static final String ZELLIJ = "/opt/belljar/bin/zellij";

    /// The commands of clients that were started, in order.
    final BlockingQueue<ExecCommand> commands = new LinkedBlockingQueue<>();
    final BlockingQueue<FakeExec> opened = new LinkedBlockingQueue<>();
    final BlockingQueue<FakeTunnel> tunnels = new LinkedBlockingQueue<>();
    /// The latch that a late command waits for, one permit for each waiting command, and whether one was
    /// cancelled while it waited.
    final CountDownLatch begin = new CountDownLatch(1);

    final Semaphore late = new Semaphore(0);
    final CompletableFuture<Boolean> givenUp = new CompletableFuture<>();

    @Override
    public GuestExec exec(ExecCommand command) throws GuestException, InterruptedException {
        if (AgentScripts.is(command.argv())) {
            return new FakeExec(ExecCommand.of("print", answer(command.argv().getLast())));
        }
        commands.add(command);
        switch (command.argv().getFirst()) {
            case "refused" ->
                throw new GuestException(GuestException.REFUSED, "no such program", "Check its name.", null);
            case "late" -> late();
            case "bug" -> throw new IllegalStateException("a secret detail");
            default -> {}
        }
        FakeExec exec = new FakeExec(command.argv().getFirst().equals(ZELLIJ) ? ExecCommand.of("cat") : command);
        opened.add(exec);
        return exec;
    }

    /// What the host agent's script with this name prints.
    private static String answer(String script) {
        return switch (script) {
            case "belljar-session" -> "session main\nby zellij\n";
            case "belljar-list-files" -> "f 3 1700000000.0 644 ./out/app\0";
            case "belljar-ssh-settle", "belljar-ssh-key" -> KEY + "\n";
            default -> "";
        };
    }

    private void late() throws InterruptedException {
        late.release();
        try {
            begin.await();
        } catch (InterruptedException e) {
            givenUp.complete(true);
            throw e;
        }
    }

    @Override
    public GuestStream connect(int port) throws GuestException {
        FakeTunnel tunnel = FakeTunnel.to(port);
        tunnels.add(tunnel);
        return tunnel;
    }

    /// An archive of anything but a file `broken`, which breaks.
    @Override
    public GuestStream get(String folder, List<String> members) throws GuestException {
        if (members.contains("broken")) {
            return connect(FakeTunnel.BROKEN);
        }
        String archive = "archive of " + String.join(" ", members);
        return new FakeArchive(new ByteArrayInputStream(archive.getBytes(StandardCharsets.UTF_8)));
    }

    private record FakeArchive(InputStream input) implements GuestStream {
        @Override
        public OutputStream output() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public void close() {}
    }

    /// The programs that clients started.
    List<String> programs() {
        return commands.stream().map(command -> command.argv().getFirst()).toList();
    }
}
