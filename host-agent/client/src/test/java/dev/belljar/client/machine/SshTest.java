package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.client.AgentException;
import dev.belljar.client.RemoteTunnel;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.session.AddSshKey;
import dev.belljar.contract.request.session.RevokeSshKey;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests OpenSSH into a real machine with Belljar's config; the tests share the machine and run in order.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SshTest {
    private final AgentUnderTest agent;
    private RunningMachine machine;
    private RunningMachine branch;
    private String name = "";

    /// The result of one run of a program.
    private record Ran(int exit, String out, String err) {}

    SshTest() throws IOException {
        agent = new AgentUnderTest();
        machine = new RunningMachine(agent, "");
        branch = machine; // until a test needs one
    }

    @BeforeAll
    void bootOnce() throws Exception {
        Path launcher = agent.folder().resolve("bell jar's launcher");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dslf4j.internal.verbosity=ERROR -cp '%s' %s \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                "dev.belljar.client.command.Belljar"));
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        agent.set("BELLJAR_LAUNCHER", launcher.toString());
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        branch = machine;
        name = name(machine);
    }

    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        machine.ensureRuns();
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void aCommandRunsInTheMachineWithoutAPrompt() throws Exception {
        Ran ran = ssh(name, "id -un; hostname; cat; exit 7");
        assertThat(ran.out()).as(ran.err()).isEqualTo("agent\n" + name + "\ntyped\n");
        assertThat(ran.exit()).isEqualTo(7);
        assertThat(ran.err()).isEmpty();
        assertThat(Files.readString(knownHosts())).contains("belljar-" + machine.id() + " ssh-ed25519 ");
    }

    @Test
    @Order(2)
    void aFileIsCopiedCompletely() throws Exception {
        byte[] bytes = new byte[5_000_000];
        new Random(5).nextBytes(bytes);
        Path file = agent.folder().resolve("five");
        Files.write(file, bytes);
        Ran sum = program("", "sha256sum", file.toString());
        Ran sent =
                program("", "scp", "-q", "-F", config().toString(), file.toString(), "belljar-" + name + ":/tmp/five");
        assertThat(sent.exit()).as(sent.err()).isZero();
        assertThat(machine.run("sha256sum < /tmp/five").substring(0, 64))
                .isEqualTo(sum.out().substring(0, 64));
    }

    @Test
    @Order(3)
    void aMachineWithAnotherHostKeyIsRefused() throws Exception {
        assertThat(ssh(name, "true").exit()).isZero();
        String before = Files.readString(knownHosts());
        Path other = agent.folder().resolve("other");
        keygen(other);
        String line = Files.readString(Path.of(other + ".pub"));
        Path spoiled = Files.writeString(agent.folder().resolve("spoiled"), "belljar-" + machine.id() + " " + line);
        Ran ran = ssh(name, "true", "-o", "UserKnownHostsFile=" + spoiled);
        assertThat(ran.exit()).isEqualTo(255);
        assertThat(ran.err()).contains("Host key verification failed");
        assertThat(Files.readString(knownHosts())).isEqualTo(before);
    }

    @Test
    @Order(4)
    void aUsersKeyLogsInUntilItIsRevoked() throws Exception {
        Path mine = userKey();
        String line = Files.readString(Path.of(mine + ".pub"));
        // Without a line end at the end of the file, as some editors write it.
        machine.run("printf '# theirs' >> ~/.ssh/authorized_keys");
        assertThat(loginWith(mine, name).exit()).isEqualTo(255);
        String fingerprint = agent.client()
                .call(AccessApi.ADD_SSH_KEY.at(machine.id()), new AddSshKey(line))
                .fingerprint();
        assertThat(loginWith(mine, name).exit()).isZero();
        agent.client().call(AccessApi.REVOKE_SSH_KEY.at(machine.id()), new RevokeSshKey(fingerprint));
        Ran refused = loginWith(mine, name);
        assertThat(refused.exit()).isEqualTo(255);
        assertThat(refused.err()).contains("Permission denied");
        assertThat(machine.run("cat ~/.ssh/authorized_keys"))
                .contains("# theirs")
                .doesNotContain(line.strip());
        agent.client().call(AccessApi.ADD_SSH_KEY.at(machine.id()), new AddSshKey(line));
    }

    @Test
    @Order(5)
    void aTunnelToAPortWithoutAProgramReportsTheRefusal() throws Exception {
        assertThatThrownBy(() -> agent.client().tunnel(machine.id(), 81))
                .isInstanceOf(AgentException.class)
                .hasMessageContaining("port 81")
                .hasMessageContaining("Connection refused");
    }

    @Test
    @Order(6)
    void aTunnelReachesAnyPortAndCanBeHalfClosed() throws Exception {
        machine.run("(setsid python3 -c \"import socket; s = socket.create_server(('127.0.0.1', 8007));"
                + " c = s.accept()[0]; d = b''.join(iter(lambda: c.recv(65536), b'')); c.sendall(d[::-1])\""
                + " >/dev/null 2>&1 </dev/null &)");
        RunningMachine.await(() ->
                Integer.valueOf(0).equals(machine.exec("ss -ltn | grep -q 8007").code()));
        byte[] bytes = new byte[700_000];
        new Random(6).nextBytes(bytes);
        try (RemoteTunnel tunnel = agent.client().tunnel(machine.id(), 8_007)) {
            tunnel.output().write(bytes);
            tunnel.output().close();
            byte[] back = tunnel.input().readAllBytes();
            for (int i = 0, j = back.length - 1; i < j; i++, j--) {
                byte one = back[i];
                back[i] = back[j];
                back[j] = one;
            }
            assertThat(back).isEqualTo(bytes);
        }
    }

    @Test
    @Order(7)
    void aBranchHasItsOwnSshKeys() throws Exception {
        MachineKey own = agent.client().call(AccessApi.MACHINE_KEY.at(machine.id()));
        assertThat(agent.client().call(AccessApi.MACHINE_KEY.at(machine.id()))).isEqualTo(own);
        branched();
        agent.client()
                .call(
                        AccessApi.ADD_SSH_KEY.at(machine.id()),
                        new AddSshKey(Files.readString(Path.of(userKey() + ".pub"))));
        assertThat(ssh(name, "true").exit()).isZero();
        String copy = name(branch);
        Ran ran = ssh(copy, "hostname");
        assertThat(ran.out()).as(ran.err()).isEqualTo(copy + "\n");
        List<String> keys = Files.readAllLines(knownHosts()).stream()
                .map(line -> line.split(" ", 3)[2])
                .toList();
        assertThat(keys).hasSize(2).doesNotHaveDuplicates();
        assertThat(loginWith(identity(machine), copy).err()).contains("Permission denied");
        assertThat(loginWith(userKey(), copy).err()).contains("Permission denied");
        assertThat(agent.client().call(AccessApi.MACHINE_KEY.at(branch.id())).key())
                .isNotEqualTo(own.key());
        assertThat(ssh(name, "hostname").out()).isEqualTo(name + "\n");
    }

    /// Creates the branch that several tests use, unless an earlier test has.
    private void branched() throws Exception {
        if (branch.id().equals(machine.id())) {
            branch = new RunningMachine(
                    agent,
                    agent.client()
                            .call(SnapshotApi.BRANCH_NOW.at(machine.id()), new BranchSandbox("copy", 1))
                            .getFirst()
                            .id());
        }
        branch.ensureRuns();
    }

    @Test
    @Order(8)
    void aHibernatedMachineIsResumedWithTheSameHostKey() throws Exception {
        branched();
        assertThat(ssh(name(branch), "hostname").exit()).isZero();
        agent.client().call(SandboxApi.STOP.at(branch.id()), new StopSandbox(true, false));
        branch.awaitState(SandboxState.STOPPED);
        String before = Files.readString(knownHosts());
        Ran ran = ssh(name(branch), "hostname");
        assertThat(ran.out()).as(ran.err()).isEqualTo(name(branch) + "\n");
        assertThat(ran.err()).contains("is hibernated; resuming it");
        assertThat(Files.readString(knownHosts())).isEqualTo(before);
    }

    @Test
    @Order(9)
    void aDestroyedSandboxIsRemovedFromTheSshConfig() throws Exception {
        branched();
        Path identity = identity(branch);
        assertThat(identity).exists();
        String copy = name(branch);
        agent.client().call(SandboxApi.DESTROY.at(branch.id()), new DestroySandbox(false));
        RunningMachine.await(() -> !hosts().contains("belljar-" + copy + "\n"));
        assertThat(hosts()).contains("Host belljar-" + name + "\n");
        assertThat(identity).doesNotExist();
        assertThat(agent.folder().resolve("data/belljar/trash/" + branch.id() + "/ssh/id_ed25519"))
                .doesNotExist();
    }

    private String name(RunningMachine of) throws AgentException, InterruptedException {
        return agent.client().call(SandboxApi.GET.at(of.id())).spec().name();
    }

    private Path config() {
        return agent.folder().resolve("data/belljar/ssh/config");
    }

    private Path knownHosts() {
        return agent.folder().resolve("data/belljar/ssh/known_hosts");
    }

    private Path identity(RunningMachine of) {
        return agent.folder().resolve("data/belljar/sandboxes/" + of.id() + "/ssh/id_ed25519");
    }

    private String hosts() {
        try {
            return Files.readString(config());
        } catch (IOException e) {
            return "";
        }
    }

    private static void keygen(Path file) throws IOException, InterruptedException {
        assertThat(program("", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
                        .exit())
                .isZero();
    }

    /// Returns the user's key, which is created once.
    private Path userKey() throws IOException, InterruptedException {
        Path mine = agent.folder().resolve("mine");
        if (!Files.exists(mine)) {
            keygen(mine);
        }
        return mine;
    }

    private Ran loginWith(Path key, String host) throws IOException, InterruptedException {
        Path instead = agent.folder().resolve("instead");
        Files.writeString(instead, hosts().replaceAll("(?m)IdentityFile .*$", "IdentityFile \"" + key + "\""));
        return ssh(instead, host, "true");
    }

    private Ran ssh(String host, String command, String... options) throws IOException, InterruptedException {
        return ssh(config(), host, command, options);
    }

    private static Ran ssh(Path file, String host, String command, String... options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("ssh", "-F", file.toString(), "-o", "BatchMode=yes"));
        words.addAll(List.of(options));
        words.addAll(List.of("belljar-" + host, command));
        return program("typed\n", words.toArray(String[]::new));
    }

    private static Ran program(String input, String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).start();
        StringBuilder err = new StringBuilder();
        Thread reader = Thread.ofVirtual().start(() -> err.append(text(process.getErrorStream())));
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String out = text(process.getInputStream());
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", words) + ": did not end");
        }
        reader.join();
        return new Ran(process.exitValue(), out, err.toString());
    }

    private static String text(java.io.InputStream from) {
        try {
            return new String(from.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
