package dev.belljar.client.bench;

import dev.belljar.client.AgentException;
import dev.belljar.client.Terminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.request.ExecCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// OpenSSH into the machine, for comparison: `ssh` on the host talks to an `sshd -i` in the guest, whose bytes
/// go over the guest link.
///
/// The key pair is made for this run and lies in a folder that is removed afterwards; the listener is on
/// loopback only.
final class SshRival implements AutoCloseable {
    private static final long LOGIN_MILLIS = 5_000;

    private final BenchMachine machine;
    private final Path keys;
    private final ServerSocket listener;

    private SshRival(BenchMachine machine, Path keys, ServerSocket listener) {
        this.machine = machine;
        this.keys = keys;
        this.listener = listener;
    }

    static SshRival prepare(BenchMachine machine) throws AgentException, IOException, InterruptedException {
        Path keys = Files.createTempDirectory("belljar-bench-ssh");
        HostCommand.run(List.of(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                keys.resolve("key").toString()));
        String publicKey = Files.readString(keys.resolve("key.pub"), StandardCharsets.US_ASCII)
                .strip();
        machine.script("agent", "mkdir -p -m 700 ~/.ssh && echo '" + publicKey + "' > ~/.ssh/authorized_keys");
        machine.script("root", "ssh-keygen -A >/dev/null && mkdir -p /run/sshd");
        SshRival rival = new SshRival(machine, keys, new ServerSocket(0, 8, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().name("ssh rival").start(rival::serve);
        return rival;
    }

    double[] roundTrips(int rounds) throws AgentException, IOException, InterruptedException {
        double[] millis = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            long begun = System.nanoTime();
            HostCommand.run(ssh("-T", "true"));
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
        }
        return millis;
    }

    /// Keys to a shell in a terminal of the machine, and their echoes.
    double[] echoes(int rounds) throws AgentException, IOException, InterruptedException {
        Keyboard keyboard = new Keyboard();
        Process ssh = new ProcessBuilder(ssh("-tt", "exec /bin/bash -l"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream keys = ssh.getOutputStream()) {
            Thread.ofVirtual().name("ssh rival echo").start(() -> keyboard.hear(ssh.getInputStream()));
            // A login takes a second under emulation; a prompt that comes later would only be a slower first key.
            Thread.sleep(LOGIN_MILLIS);
            return keyboard.rounds(
                    key -> {
                        keys.write(key);
                        keys.flush();
                    },
                    rounds);
        } finally {
            ssh.destroyForcibly();
        }
    }

    private List<String> ssh(String terminal, String command) {
        return List.of(
                "ssh",
                "-q",
                terminal,
                "-p",
                Integer.toString(listener.getLocalPort()),
                "-i",
                keys.resolve("key").toString(),
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null",
                "-o",
                "BatchMode=yes",
                "-o",
                "IdentitiesOnly=yes",
                "agent@127.0.0.1",
                command);
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (String file : List.of("key", "key.pub")) {
            Files.deleteIfExists(keys.resolve(file));
        }
        Files.deleteIfExists(keys);
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().name("ssh rival connection").start(() -> carry(socket));
            }
        } catch (IOException e) {
            return; // closed
        }
    }

    private void carry(Socket socket) {
        try (socket) {
            OutputStream out = socket.getOutputStream();
            ExecCommand sshd = new ExecCommand(List.of("/usr/sbin/sshd", "-i"), "/", Map.of(), "root", false, 0, 0, 0);
            try (Terminal terminal = machine.agent().open(machine.id(), sshd, new Writer(out))) {
                InputStream in = socket.getInputStream();
                byte[] buffer = new byte[16_384];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    terminal.send(buffer, 0, n);
                }
            }
        } catch (IOException | AgentException e) {
            return; // ssh has ended and says by its exit code whether that was right
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Writer(OutputStream out) implements TerminalListener {
        @Override
        public void output(byte[] bytes) {
            try {
                out.write(bytes);
                out.flush();
            } catch (IOException e) {
                return; // ssh has gone
            }
        }

        @Override
        public void error(byte[] bytes) {
            System.err.write(bytes, 0, bytes.length);
        }
    }
}
