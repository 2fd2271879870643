package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// OpenSSH into the same machine without Belljar: its QEMU started by hand, with `sshd` and QEMU's own port
/// forward.
///
/// The key pair is generated for this run in a folder that is deleted afterwards; the port is on loopback only.
public final class SshRival implements AutoCloseable {
    private static final String SERVICE = """
            [Unit]
            Description=Serves ssh for a measurement
            ConditionKernelCommandLine=belljar.measure
            [Service]
            ExecStart=/bin/sh /root/serve.sh
            [Install]
            WantedBy=multi-user.target
            """;
    private static final String SERVE = """
            for card in /sys/class/net/e*; do card=${card##*/}; done
            ip link set "$card" up
            ip addr replace 10.0.2.15/24 dev "$card"
            mkdir -p /run/sshd
            exec /usr/sbin/sshd -D -e -f /dev/null -o ListenAddress=10.0.2.15
            """;
    private static final long BOOT_MILLIS = 180_000;
    private static final long LOOK_MILLIS = 1_000;
    private static final long LOGIN_MILLIS = 5_000;

    private final Path keys;
    private final int port;
    private final PlainQemu.RunningQemu machine;

    private SshRival(Path keys, int port, PlainQemu.RunningQemu machine) {
        this.keys = keys;
        this.port = port;
        this.machine = machine;
    }

    /// Stops the sandbox of a benchmark's machine, boots the machine by hand, and waits until ssh answers.
    public static SshRival prepare(BenchMachine machine) throws AgentException, IOException, InterruptedException {
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
        machine.script("root", """
                ssh-keygen -A >/dev/null
                cat > /root/serve.sh <<'END'
                %s
                END
                cat > /etc/systemd/system/measure.service <<'END'
                %s
                END
                systemctl -q enable measure.service
                sync
                """.formatted(SERVE, SERVICE));
        PlainQemu plain = PlainQemu.of(machine);
        machine.stop();
        int port = freePort();
        SshRival rival = new SshRival(keys, port, plain.boot(",hostfwd=tcp:127.0.0.1:%d-10.0.2.15:22".formatted(port)));
        rival.awaitLogin();
        return rival;
    }

    private static int freePort() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return listener.getLocalPort();
        }
    }

    private void awaitLogin() throws AgentException, IOException, InterruptedException {
        long deadline = System.nanoTime() + BOOT_MILLIS * 1_000_000;
        while (!HostCommand.works(ssh(List.of(), "true"))) {
            if (System.nanoTime() > deadline) {
                close();
                throw BenchMachine.failed(
                        "the SSH server in the machine did not respond within " + BOOT_MILLIS / 1_000 + " s");
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /// Measures the milliseconds of `true`, each over a new connection.
    public double[] roundTrips(int rounds) throws AgentException, IOException, InterruptedException {
        return times(rounds, ssh(List.of(), "true"));
    }

    /// Measures the milliseconds of `true` over one open connection (`ControlMaster`).
    public double[] sharedRoundTrips(int rounds) throws AgentException, IOException, InterruptedException {
        String control = "ControlPath=" + keys.resolve("control");
        HostCommand.run(ssh(List.of("-o", "ControlMaster=yes", "-o", control, "-o", "ControlPersist=yes"), "true"));
        try {
            return times(rounds, ssh(List.of("-o", control), "true"));
        } finally {
            boolean _ = HostCommand.works(ssh(List.of("-o", control, "-O", "exit")));
        }
    }

    private static double[] times(int rounds, List<String> command)
            throws AgentException, IOException, InterruptedException {
        double[] millis = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            long begun = System.nanoTime();
            HostCommand.run(command);
            if (round >= 0) {
                millis[round] = (System.nanoTime() - begun) / 1e6;
            }
        }
        return millis;
    }

    /// Runs a command in the machine and returns its output.
    public String run(String command) throws AgentException, IOException, InterruptedException {
        return HostCommand.run(ssh(List.of(), command));
    }

    /// Runs git on the host with these words, in which `{agent}` is the address of a folder of the machine's user.
    public String git(Path folder, String... words) throws AgentException, IOException, InterruptedException {
        List<String> connect = new ArrayList<>(ssh(List.of()));
        String target = connect.removeLast();
        List<String> argv = new ArrayList<>(
                List.of("git", "-C", folder.toString(), "-c", "core.sshCommand=" + String.join(" ", connect)));
        for (String word : words) {
            argv.add(word.replace("{agent}", target));
        }
        return HostCommand.run(argv);
    }

    /// Measures the milliseconds from keys to their echoes in a shell in a terminal of the machine.
    public double[] echoes(int rounds) throws AgentException, IOException, InterruptedException {
        EchoKeyboard keyboard = new EchoKeyboard();
        Process ssh = new ProcessBuilder(ssh(List.of("-tt"), "exec /bin/bash -l"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream keys = ssh.getOutputStream()) {
            Thread.ofVirtual().name("ssh rival echo").start(() -> keyboard.hear(ssh.getInputStream()));
            // A login takes a second under emulation; a later prompt would only slow down the first key.
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

    private List<String> ssh(List<String> options, String... command) {
        List<String> words = new ArrayList<>(List.of(
                "ssh",
                "-q",
                "-p",
                Integer.toString(port),
                "-i",
                keys.resolve("key").toString(),
                "-o",
                "StrictHostKeyChecking=no",
                "-o",
                "UserKnownHostsFile=/dev/null",
                "-o",
                "BatchMode=yes",
                "-o",
                "ConnectTimeout=10",
                "-o",
                "IdentitiesOnly=yes"));
        words.addAll(options);
        words.add("agent@127.0.0.1");
        words.addAll(List.of(command));
        return words;
    }

    @Override
    public void close() throws IOException {
        machine.close();
        BenchMachine.removeAll(keys);
    }
}
