package dev.belljar.bench.group;

import dev.belljar.bench.rig.BenchMachine;
import dev.belljar.bench.rig.Benchmark;
import dev.belljar.bench.rig.BenchmarkFigure;
import dev.belljar.bench.rig.HostCommand;
import dev.belljar.bench.rig.NetPeer;
import dev.belljar.bench.rig.NetRival;
import dev.belljar.bench.rig.NetScript;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.RemoteTerminal;
import dev.belljar.client.TerminalListener;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.request.policy.SetNetworkMode;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Measures the cost of the gateway, compared with QEMU's own user network in the same run: `net.up` and
/// `net.down` (MB/s), `net.connections_per_s`, `net.latency` of a round trip (ms); and by itself
/// `net.memory_1000_flows` (MiB of the host agent's heap) and `net.approval_to_byte` (ms from the answer to the
/// first byte at the server).
public final class NetworkBenchmark implements Benchmark {
    private static final int FLOWS = 1_000;
    private static final int APPROVALS = 7;
    private static final double MIB = 1 << 20;
    private static final Pattern HEAP = Pattern.compile("used (\\d+)K");

    @Override
    public String group() {
        return "net";
    }

    @Override
    public void run(AgentClient agent, List<String> against, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        if (!NetPeer.possible()) {
            System.err.println(
                    "bench: skipped `net`, which needs root and `ip` to run a server in a network namespace");
            return;
        }
        try (NetPeer peer = NetPeer.open();
                BenchMachine machine = BenchMachine.start(agent)) {
            int port = peer.port();
            machine.script("root", "cat > /root/net.py <<'END'\n" + NetScript.TEXT + "END\n");
            Rule rule = agent.call(
                    PolicyApi.ADD_RULE.at(machine.id()),
                    new AddRule("allow " + NetPeer.ADDRESS + ":" + port, RuleScope.SANDBOX));
            report.accept(memory(agent, machine, port));
            NetScript.NetworkFigures ours = NetScript.NetworkFigures.read(
                    machine.script("root", command(port, "all")).strip());
            agent.call(PolicyApi.REMOVE_RULE.at(machine.id(), rule.id()));
            report.accept(approvals(agent, machine, peer, port));
            NetRival rival = NetRival.of(machine, port);
            agent.call(SandboxApi.STOP.at(machine.id()), new StopSandbox(false, false));
            machine.await(SandboxState.STOPPED);
            tell(ours, rival.measure(peer), report);
        }
    }

    private static String command(int port, String what) {
        return "python3 /root/net.py %s %d %s".formatted(NetPeer.ADDRESS, port, what);
    }

    private static void tell(
            NetScript.NetworkFigures ours, NetScript.NetworkFigures theirs, Consumer<BenchmarkFigure> report) {
        report.accept(beside("net.up", "MB/s", ours.up(), theirs.up()));
        report.accept(beside("net.down", "MB/s", ours.down(), theirs.down()));
        report.accept(beside("net.connections_per_s", "1/s", ours.connections(), theirs.connections()));
        report.accept(beside("net.latency", "ms", ours.latency(), theirs.latency()));
    }

    private static BenchmarkFigure beside(String bench, String unit, List<Double> ours, List<Double> theirs) {
        return BenchmarkFigure.of(bench, unit, array(ours)).against(NetRival.NAME, array(theirs));
    }

    private static double[] array(List<Double> samples) {
        return samples.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /// Measures the growth of the heap from a garbage collection before the flows are opened to one while
    /// they are open.
    private static BenchmarkFigure memory(AgentClient agent, BenchMachine machine, int port)
            throws AgentException, IOException, InterruptedException {
        long pid = agent.call(HostApi.HEALTH).pid();
        double before = heap(pid);
        CountDownLatch held = new CountDownLatch(1);
        ExecCommand hold = exec("python3", "/root/net.py", NetPeer.ADDRESS, "" + port, "hold", "" + FLOWS);
        try (RemoteTerminal _ = agent.open(machine.id(), hold, new FirstOutputListener(held))) {
            if (!held.await(10, TimeUnit.MINUTES)) {
                throw BenchMachine.failed(FLOWS + " connections could not be opened within 10 min");
            }
            return BenchmarkFigure.of("net.memory_1000_flows", "MiB", heap(pid) - before);
        }
    }

    private static double heap(long pid) throws AgentException, IOException, InterruptedException {
        HostCommand.run(List.of(jcmd(), Long.toString(pid), "GC.run"));
        Matcher used = HEAP.matcher(HostCommand.run(List.of(jcmd(), Long.toString(pid), "GC.heap_info")));
        if (!used.find()) {
            throw BenchMachine.failed("jcmd did not report the host agent's heap usage");
        }
        return Long.parseLong(used.group(1)) * 1_024 / MIB;
    }

    private static String jcmd() {
        return Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    }

    /// Measures the time from the answer to the approval until the first byte of the waiting connection
    /// reaches the server.
    private static BenchmarkFigure approvals(AgentClient agent, BenchMachine machine, NetPeer peer, int port)
            throws AgentException, IOException, InterruptedException {
        agent.call(PolicyApi.SET_MODE.at(machine.id()), new SetNetworkMode(NetworkMode.ASK, RuleScope.SANDBOX));
        double[] millis = new double[APPROVALS];
        ExecCommand once = exec("python3", "/root/net.py", NetPeer.ADDRESS, "" + port, "once");
        for (int i = 0; i < APPROVALS; i++) {
            try (RemoteTerminal _ = agent.open(machine.id(), once, new FirstOutputListener(new CountDownLatch(1)))) {
                Approval approval = asked(agent, machine.id());
                long answered = System.nanoTime();
                agent.call(
                        PolicyApi.ANSWER.at(approval.id()),
                        new AnswerApproval(RuleAction.ALLOW, RuleScope.ONCE, null, null));
                millis[i] = (Long.parseLong(peer.next("came", 60)) - answered) / 1e6;
            }
        }
        return BenchmarkFigure.of("net.approval_to_byte", "ms", millis);
    }

    private static Approval asked(AgentClient agent, String id) throws AgentException, InterruptedException {
        long after = agent.call(SandboxApi.GET.at(id)).status().lastSeq();
        return ChangeWaiter.await(
                listener -> agent.follow(id, after, Set.of(EventType.APPROVAL, EventType.GAP), listener),
                () -> agent.call(PolicyApi.APPROVALS, new ListApprovals(id)).waiting().stream()
                        .findFirst());
    }

    private static ExecCommand exec(String... argv) {
        return new ExecCommand(List.of(argv), "/", Map.of(), "root", false, 0, 0, 0);
    }

    /// Waits for the first output of a command.
    private record FirstOutputListener(CountDownLatch spoke) implements TerminalListener {
        @Override
        public void output(byte[] bytes) {
            spoke.countDown();
        }

        @Override
        public void error(byte[] bytes) {
            System.err.write(bytes, 0, bytes.length);
        }
    }
}
