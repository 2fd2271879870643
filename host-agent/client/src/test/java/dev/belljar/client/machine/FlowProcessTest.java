package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.machine.CommandLineUnderTest.Ran;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ParentProcess;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.request.policy.ListAudit;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.testing.FarNamespace;
import dev.belljar.testing.FarServer;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests that a real machine reports the process of each flow, and that a capture contains every frame.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FlowProcessTest {
    private static final String FAR = "93.184.216.34";
    private static final String REGISTRY = "registry.npmjs.org";
    private static final int ATTEMPTS = 3;
    /// The bytes that are left below the quota: less than any machine's memory.
    private static final long ROOM = 80L << 20;

    private final AgentUnderTest agent;
    private final FewNames names;
    private RunningMachine machine;

    FlowProcessTest() throws IOException {
        agent = new AgentUnderTest();
        names = new FewNames(Map.of(
                good(0),
                InetAddress.ofLiteral(FAR),
                good(1),
                InetAddress.ofLiteral(FAR),
                good(2),
                InetAddress.ofLiteral(FAR),
                "far.test",
                InetAddress.ofLiteral(FarServer.PUBLIC),
                "inside.test",
                InetAddress.ofLiteral(FarServer.PRIVATE),
                REGISTRY,
                InetAddress.ofLiteral(FarServer.PRIVATE)));
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.set("BELLJAR_PRESET", "ask");
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
    }

    @BeforeEach
    void recoverFromAnEarlierTest() throws Exception {
        machine.ensureRuns();
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
        names.close();
    }

    private static String good(int number) {
        return "good%d.test".formatted(number);
    }

    private void runInBackground(String script) throws Exception {
        machine.run("(setsid bash -c '" + script + "; true' >/dev/null 2>&1 </dev/null &)");
    }

    /// One attempt to connect, for which the gateway requests an approval.
    private interface Attempt {
        Approval asks(int number) throws Exception;
    }

    /// Returns the first approval of several attempts that names the process. On a busy host that emulates
    /// the machine, the guest's report may arrive later than the two seconds that the gateway waits for it;
    /// then the process is unknown.
    private Approval askedBy(String program, Attempt attempt) throws Exception {
        Approval approval = attempt.asks(0);
        for (int number = 1; number < ATTEMPTS && approval.process() == null; number++) {
            answer(approval, RuleAction.DENY);
            approval = attempt.asks(number);
        }
        assertThat(approval.process()).isEqualTo(program);
        return approval;
    }

    private void answer(Approval approval, RuleAction action) throws Exception {
        agent.client().call(PolicyApi.ANSWER.at(approval.id()), new AnswerApproval(action, RuleScope.ONCE, null, null));
    }

    private FlowRow flow(String process, String dst, Verdict verdict) throws Exception {
        List<FlowRow> found = new ArrayList<>();
        RunningMachine.await(() -> {
            agent.client().call(SandboxApi.FLOWS.at(machine.id()), new ListFlows(500)).flows().stream()
                    .filter(flow ->
                            process.equals(flow.process()) && dst.equals(flow.dst()) && flow.verdict() == verdict)
                    .forEach(found::add);
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    @Test
    @Order(1)
    void anApprovalForANameShowsTheProcessAndItsParents() throws Exception {
        Approval approval = askedBy("/usr/bin/curl", number -> {
            runInBackground("curl -s -m 200 http://" + good(number) + "/here");
            return asks(good(number), "dns", null);
        });
        assertThat(approval.protocol()).isEqualTo("dns");
        RequestingProcess requester = Objects.requireNonNull(approval.asker());
        assertThat(requester.argv()).containsExactly("curl", "-s", "-m", "200", "http://" + approval.name() + "/here");
        assertThat(requester.pid()).isPositive();
        RunningMachine.await(
                () -> agent.client().call(PolicyApi.APPROVALS, new ListApprovals(machine.id())).waiting().stream()
                        .map(Approval::asker)
                        .filter(Objects::nonNull)
                        .flatMap(one -> one.parents().stream())
                        .map(ParentProcess::name)
                        .anyMatch("bash"::equals));
        answer(approval, RuleAction.DENY);
    }

    @Test
    @Order(2)
    void anApprovalForAnAddressShowsTheProcess() throws Exception {
        Approval approval = askedBy("/usr/bin/curl", number -> {
            runInBackground("curl -s -m 200 http://93.184.216." + (35 + number) + "/");
            return awaitAsked("93.184.216." + (35 + number));
        });
        String address = String.valueOf(approval.address());
        assertThat(Objects.requireNonNull(approval.asker()).argv()).endsWith("http://" + address + "/");
        answer(approval, RuleAction.DENY);
        assertThat(flow("curl", address + ":80", Verdict.REFUSED).pid())
                .isEqualTo(Objects.requireNonNull(approval.asker()).pid());
    }

    @Test
    @Order(3)
    void aRuleForOneProgramAllowsItAndAnotherWaits() throws Exception {
        agent.client()
                .call(
                        PolicyApi.ADD_RULE.at(machine.id()),
                        new AddRule("allow " + FAR + ":80 by /usr/bin/curl", RuleScope.SANDBOX));
        awaitCurlAllowed();
        assertThat(flow("curl", FAR + ":80", Verdict.ALLOWED).rule()).contains("by /usr/bin/curl");
        String python = machine.run("readlink -f /usr/bin/python3");
        Approval approval = askedBy(python, number -> {
            runInBackground("python3 -c \"import socket; socket.create_connection((\\\"" + FAR + "\\\", 80), 200)\"");
            return awaitAsked(FAR);
        });
        assertThat(approval.address()).isEqualTo(FAR);
        answer(approval, RuleAction.DENY);
        assertThat(agent.client().call(SecretApi.AUDIT, new ListAudit(100)))
                .anyMatch(entry -> String.valueOf(entry.subject()).contains("by " + python));
    }

    /// Waits until a connection of curl is allowed by its rule. If its program is known too late, the
    /// connection waits for an approval; the test denies it and tries again.
    private void awaitCurlAllowed() throws Exception {
        for (int number = 0; number < ATTEMPTS; number++) {
            runInBackground("curl -s -m 200 http://" + FAR + "/");
            List<Approval> late = new ArrayList<>();
            RunningMachine.await(() -> {
                agent.client().call(PolicyApi.APPROVALS, new ListApprovals(machine.id())).waiting().stream()
                        .filter(one -> FAR.equals(one.address()))
                        .forEach(late::add);
                return !late.isEmpty()
                        || agent.client().call(SandboxApi.FLOWS.at(machine.id()), new ListFlows(500)).flows().stream()
                                .anyMatch(flow -> "curl".equals(flow.process())
                                        && (FAR + ":80").equals(flow.dst())
                                        && flow.verdict() == Verdict.ALLOWED);
            });
            if (late.isEmpty()) {
                return;
            }
            assertThat(late.getFirst().process())
                    .as("a program that a rule lets pass")
                    .isNull();
            answer(late.getFirst(), RuleAction.DENY);
        }
    }

    @Test
    @Order(4)
    void theGuestsResolverWaitsAsLongAsAnApprovalMay() throws Exception {
        assertThat(machine.run("cat /etc/resolv.conf")).contains("timeout:30 attempts:3");
    }

    @Test
    @Order(5)
    void aFinishedCaptureIsCompleteAndIsNotOverwritten() throws Exception {
        CommandLineUnderTest line = new CommandLineUnderTest(agent.environment());
        Path file = agent.folder().resolve("shop.pcap");
        Ran ran = line.run("", "pcap", machine.id(), "--output", file.toString(), "--seconds", "2");
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.err()).contains(frames(Files.readAllBytes(file)) + " frames written to " + file);
        Ran again = line.run("", "pcap", machine.id(), "--output", file.toString(), "--seconds", "1");
        assertThat(again.exit()).isEqualTo(2);
        assertThat(again.err()).contains("already exists");
        Ran stream = line.run("", "pcap", machine.id(), "--follow", "--seconds", "1", "--output", "x");
        assertThat(stream.exit()).isEqualTo(2);
    }

    @Test
    @Order(6)
    void anInterruptedCaptureLeavesACompleteFile() throws Exception {
        CommandLineUnderTest line = new CommandLineUnderTest(agent.environment());
        Path file = agent.folder().resolve("cut.pcap");
        Process capture = line.interruptible("pcap", machine.id(), "--output", file.toString());
        RunningMachine.await(() -> file.toFile().length() >= 24);
        ping();
        RunningMachine.await(() -> file.toFile().length() > 1_000);
        capture.destroy();
        assertThat(capture.waitFor()).isNotZero();
        assertThat(frames(Files.readAllBytes(file))).isPositive();
    }

    /// The ordinary user of the machine can read the list, and not change it.
    @Test
    @Order(6)
    void theGuestIsToldWhatWasBlockedAndWhy() throws Exception {
        agent.client().call(PolicyApi.ADD_RULE.at(machine.id()), new AddRule("deny blocked.test", RuleScope.SANDBOX));
        assertThat(machine.run("curl -s http://blocked.test/"))
                .startsWith("Belljar blocked blocked.test. Run belljar-why");
        assertThat(machine.run("curl -sS https://blocked.test/ 2>&1; test $? = 7"))
                .contains("Failed to connect");
        assertThat(machine.run("curl -sS --connect-timeout 60 telnet://blocked.test:22 2>&1; test $? = 7"))
                .contains("Failed to connect");
        assertThat(names.asked("blocked.test")).isZero();
        RunningMachine.await(() -> Integer.valueOf(0)
                .equals(machine.exec("belljar-why blocked.test").code()));
        assertThat(machine.run("belljar-why blocked.test"))
                .contains("wanted blocked.test (its name was looked up): blocked")
                .contains("A rule denies it.", "a rule for this sandbox", "belljar policy show shop");
        assertThat(machine.run("belljar-why --json blocked.test")).contains("\"reason\":\"denied_by_rule\"");
        assertThat(machine.run("belljar-why other.test; test $? = 1")).contains("nothing");
        assertThat(machine.run("stat -c '%a %U' /run/belljar/denied.jsonl; test ! -w /run/belljar/denied.jsonl"))
                .isEqualTo("644 root");
        String closed = "! -r /run/belljar -a ! -r /run/belljar/guest.log -a ! -x /run/belljar/upper";
        assertThat(machine.run("test " + closed)).isEmpty();
    }

    @Test
    @Order(7)
    void tcpdumpReadsACapture() throws Exception {
        CommandLineUnderTest line = new CommandLineUnderTest(agent.environment());
        Path file = agent.folder().resolve("read.pcap");
        Process capture = line.interruptible("pcap", machine.id(), "--output", file.toString());
        RunningMachine.await(() -> file.toFile().length() >= 24);
        ping();
        RunningMachine.await(() -> file.toFile().length() > 1_000);
        capture.destroy();
        capture.waitFor();
        Process reader = new ProcessBuilder("tcpdump", "-n", "-r", file.toString())
                .redirectErrorStream(true)
                .start();
        String words = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(reader.waitFor()).as(words).isZero();
        assertThat(words).contains("10.213.0.1: ICMP echo request");
    }

    /// Hibernation fails because the saved memory would exceed the quota: the machine keeps running, and so
    /// does its network.
    @Test
    @Order(9)
    void aFailedHibernationRestoresTheNetwork() throws Exception {
        leaveNoRoomForTheMemory();
        String own = OwnAddress.find().getHostAddress();
        try (HostListener server = new HostListener(InetAddress.ofLiteral(own))) {
            String rule = "allow " + own + ":" + server.port();
            agent.client().call(PolicyApi.ADD_RULE.at(machine.id()), new AddRule(rule, RuleScope.SANDBOX));
            assertThat(answer(own, server.port())).isEqualTo("all of it");
            runInBackground("curl -s -m 200 http://93.184.216.50/");
            awaitAsked("93.184.216.50");
            agent.client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(true, false));
            RunningMachine.await(() -> String.valueOf(agent.client()
                            .call(SandboxApi.GET.at(machine.id()))
                            .status()
                            .problem())
                    .contains("could not be hibernated and keeps running"));
            assertThat(agent.client()
                            .call(SandboxApi.GET.at(machine.id()))
                            .status()
                            .state())
                    .isEqualTo(SandboxState.RUNNING);
            assertThat(agent.client()
                            .call(PolicyApi.APPROVALS, new ListApprovals(machine.id()))
                            .waiting())
                    .isEmpty();
            assertThat(flow("curl", "93.184.216.50:80", Verdict.REFUSED).rule()).contains("is stopping");
            assertThat(answer(own, server.port())).isEqualTo("all of it");
            runInBackground("curl -s -m 200 http://93.184.216.50/");
            answer(awaitAsked("93.184.216.50"), RuleAction.DENY);
        }
    }

    /// Fills the disk almost up to the smallest quota: past the guest's page cache, which would only be more memory.
    private void leaveNoRoomForTheMemory() throws Exception {
        long quota = 1L << 30;
        long used = agent.client().call(StorageApi.ONE.at(machine.id())).used();
        long pieces = (quota - ROOM - used) >> 20;
        assertThat(pieces).isPositive();
        machine.run(
                "dd if=/dev/zero of=/var/tmp/filler bs=1M count=%d oflag=direct status=none; sync".formatted(pieces));
        agent.client().call(StorageApi.SET_QUOTA.at(machine.id()), new SetQuota(quota));
    }

    private String answer(String address, int port) throws Exception {
        return machine.run("python3 -c \"import socket; s = socket.create_connection(('" + address + "', " + port
                + "), 60); s.sendall(b'x'); s.shutdown(socket.SHUT_WR); print(s.recv(100).decode())\"");
    }

    private Approval awaitAsked(String address) throws Exception {
        List<Approval> found = new ArrayList<>();
        RunningMachine.await(() -> {
            agent.client().call(PolicyApi.APPROVALS, new ListApprovals(machine.id())).waiting().stream()
                    .filter(one -> address.equals(one.address()))
                    .forEach(found::add);
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    private Approval asks(String name, String protocol, @Nullable String special) throws Exception {
        List<Approval> found = new ArrayList<>();
        RunningMachine.await(() -> {
            agent.client().call(PolicyApi.APPROVALS, new ListApprovals(machine.id())).waiting().stream()
                    .filter(one -> name.equals(one.name())
                            && protocol.equals(one.protocol())
                            && Objects.equals(special, one.special()))
                    .forEach(found::add);
            return !found.isEmpty();
        });
        return found.getFirst();
    }

    private void awaitFile(String file) throws Exception {
        RunningMachine.await(
                () -> machine.run("cat " + file + " 2>/dev/null; true").equals(FarServer.answer()));
    }

    /// A waiting connection continues after the answer, without a second attempt by the machine.
    @Test
    @Order(8)
    void aHeldConnectionContinuesOnceItIsAllowed() throws Exception {
        assumeTrue(FarNamespace.possible(), "a server in a network namespace takes root");
        try (FarServer far = new FarServer()) {
            runInBackground("curl -s -m 200 http://far.test:8080/held > /tmp/far");
            answer(asks("far.test", "dns", null), RuleAction.ALLOW);
            Approval connection = asks("far.test", "tcp", null);
            assertThat(connection.address()).isEqualTo(FarServer.PUBLIC);
            assertThat(far.unread()).isZero();
            answer(connection, RuleAction.ALLOW);
            assertThat(far.next()).isEqualTo(FarServer.PUBLIC + " GET /held HTTP/1.1");
            awaitFile("/tmp/far");
            assertApprovalShowsThePrivateAddress(far);
            assertARegistryAtAPrivateAddressIsOneQuestion(far);
            assertThat(far.unread()).isZero();
        }
    }

    private void assertApprovalShowsThePrivateAddress(FarServer far) throws Exception {
        runInBackground("curl -s -m 200 http://inside.test:8080/private > /tmp/inside");
        Approval name = asks("inside.test", "dns", null);
        assertThat(names.asked("inside.test")).isZero();
        answer(name, RuleAction.ALLOW);
        Approval leading = asks("inside.test", "dns", "a private address");
        assertThat(leading.address()).isEqualTo(FarServer.PRIVATE);
        CommandLineUnderTest line = new CommandLineUnderTest(agent.environment());
        assertThat(line.run("", "approvals", machine.id()).out())
                .contains("resolve inside.test to 10.254.253.2, a private address");
        Ran allowed = line.run("", "allow", leading.id(), "--scope", "sandbox", "--ports", "8080");
        assertThat(allowed.out()).as(allowed.err()).contains("allowed for this sandbox");
        assertThat(far.next()).isEqualTo(FarServer.PRIVATE + " GET /private HTTP/1.1");
        awaitFile("/tmp/inside");
    }

    /// A name that everybody knows is looked up before the answer; one answer then allows the name and the address.
    private void assertARegistryAtAPrivateAddressIsOneQuestion(FarServer far) throws Exception {
        runInBackground("curl -s -m 200 http://" + REGISTRY + ":8080/mirror > /tmp/mirror");
        Approval only = asks(REGISTRY, "dns", "a private address");
        assertThat(only.address()).isEqualTo(FarServer.PRIVATE);
        assertThat(agent.client()
                        .call(PolicyApi.APPROVALS, new ListApprovals(machine.id()))
                        .waiting())
                .filteredOn(one -> REGISTRY.equals(one.name()))
                .hasSize(1);
        agent.client()
                .call(
                        PolicyApi.ANSWER.at(only.id()),
                        new AnswerApproval(RuleAction.ALLOW, RuleScope.SANDBOX, null, "8080"));
        assertThat(far.next()).isEqualTo(FarServer.PRIVATE + " GET /mirror HTTP/1.1");
        awaitFile("/tmp/mirror");
    }

    /// A machine that returns no work when it is stopped: its network closes at once, and the fetch is given
    /// up after 20 s.
    @Test
    @Order(10)
    void aMachineThatStallsItsStopIsBlockedAndThenEnded() throws Exception {
        machine.asRoot("cp /usr/bin/git /usr/bin/git.was; printf '#!/bin/sh\\nexec sleep 3600\\n' > /usr/bin/git");
        runInBackground("while :; do curl -s -m 2 http://" + FAR + "/; sleep 1; done");
        long begin = System.nanoTime();
        agent.client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(false, false));
        assertThat(flow("curl", FAR + ":80", Verdict.REFUSED).rule()).contains("is stopping");
        assertThat(agent.client().call(SandboxApi.GET.at(machine.id())).status().state())
                .isEqualTo(SandboxState.STOPPING);
        machine.awaitState(SandboxState.STOPPED);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(60));
    }

    private void ping() {
        try {
            machine.run("ping -c 10 -i 0.2 10.213.0.1");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /// Reads a capture to its end and returns the number of frames.
    private static int frames(byte[] capture) {
        ByteBuffer bytes = ByteBuffer.wrap(capture);
        assertThat(bytes.getInt()).isEqualTo(0xa1b2_3c4d);
        assertThat(bytes.getInt()).isEqualTo(0x0002_0004);
        assertThat(bytes.getLong()).isZero();
        assertThat(bytes.getInt()).isPositive();
        assertThat(bytes.getInt()).isEqualTo(1);
        int frames = 0;
        for (; bytes.hasRemaining(); frames++) {
            bytes.getLong();
            int kept = bytes.getInt();
            assertThat(bytes.getInt()).isEqualTo(kept).isBetween(14, 65_600);
            bytes.position(bytes.position() + kept);
        }
        return frames;
    }
}
