package dev.belljar.client.command.access;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar ssh-proxy N`: connects ssh to a machine through standard input and output.
///
/// It prints only errors, because ssh shows its output, and it never outlives either side.
@Command(
        name = "ssh-proxy",
        hidden = true,
        description = "Connect standard input and output to a port in a sandbox, for use as an ssh ProxyCommand.",
        mixinStandardHelpOptions = true)
final class SshProxyCommand extends SandboxCommand {
    private static final int CHUNK = 32 << 10;
    private static final Duration LAST_WORDS = Duration.ofMinutes(1);

    private volatile long heard = System.nanoTime();

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            defaultValue = "22",
            description = "Port on the guest's loopback interface (default: 22).")
    int port;

    SshProxyCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        wake(agent);
        try (RemoteTunnel tunnel = agent.tunnel(sandbox, port)) {
            // A read of standard input cannot be interrupted, so the thread must not keep the program alive.
            Thread.ofPlatform().daemon().name("ssh input").start(() -> feed(tunnel));
            return drain(tunnel);
        }
    }

    /// Resumes a hibernated machine. A machine that was shut down stays so, because its user intended that.
    private void wake(AgentClient agent) throws AgentException, InterruptedException {
        Sandbox now = agent.call(SandboxApi.GET.at(sandbox));
        if (now.status().state() == SandboxState.STOPPED && now.tier() != null) {
            session().aside("belljar: %s is hibernated; resuming it", now.spec().name());
            agent.call(SandboxApi.START.at(sandbox));
            StateWaiter.quiet(session()).await(agent, sandbox, SandboxState.RUNNING);
        }
    }

    private void feed(RemoteTunnel tunnel) {
        try (OutputStream to = tunnel.output()) {
            copy(new FileInputStream(FileDescriptor.in), to);
        } catch (IOException e) {
            // The connection ended; the reading thread reports it.
        }
        awaitLastWords(tunnel);
    }

    /// Closes the tunnel after the input has ended and the machine has sent nothing for a minute: a machine
    /// may be silent forever.
    private void awaitLastWords(RemoteTunnel tunnel) {
        try {
            long silent = 0;
            while (silent < LAST_WORDS.toNanos()) {
                TimeUnit.NANOSECONDS.sleep(LAST_WORDS.toNanos() - silent);
                silent = System.nanoTime() - heard;
            }
            tunnel.close();
        } catch (IOException e) {
            // The tunnel has ended by itself meanwhile.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int drain(RemoteTunnel tunnel) {
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
            copy(new TimedInput(tunnel.input()), out);
            return 0;
        } catch (IOException e) {
            session().aside("belljar: %s", String.valueOf(e.getMessage()));
            return CommandSession.PROBLEM;
        }
    }

    /// Records the time of the last data from the machine.
    private final class TimedInput extends FilterInputStream {
        TimedInput(InputStream from) {
            super(from);
        }

        @Override
        public int read(byte[] to, int at, int most) throws IOException {
            int n = super.read(to, at, most);
            heard = System.nanoTime();
            return n;
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] chunk = new byte[CHUNK];
        for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
            to.write(chunk, 0, n);
        }
    }
}
