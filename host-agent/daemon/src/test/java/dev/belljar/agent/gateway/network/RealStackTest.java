package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/// Tests how a real Linux stack reacts to the gateway's answers. Needs a TAP device in a namespace: root, or
/// user namespaces.
@Tag("vm")
@TestInstance(Lifecycle.PER_CLASS)
class RealStackTest {
    private final Seen seen = new Seen();
    private NamespacedMachine machine;
    private SocketGateway gateway;
    private String lease = "";

    RealStackTest(@TempDir Path folder) throws CommandException, IOException, InterruptedException {
        String missing = NamespacedMachine.missing().orElse("");
        assumeTrue(missing.isEmpty(), () -> "this host lacks " + missing);
        machine = NamespacedMachine.start(folder);
        gateway = SocketGateway.open(
                machine.socket(),
                EgressPolicy.closed(),
                ProcessFinder.NONE,
                seen,
                NamespacedMachine.MAC,
                TestSupplies.of(List.of()));
    }

    @BeforeAll
    void leaseAnAddress() throws CommandException, InterruptedException {
        lease = machine.lease();
    }

    @AfterAll
    void stop() {
        gateway.close();
        machine.close();
    }

    @Test
    void dhcpGivesTheOneAddress() throws Exception {
        assertThat(lease)
                .contains("lease ip=10.213.0.2 mask=24 router=10.213.0.1 dns=10.213.0.1 mtu=65520 lease=31536000")
                .endsWith("exit 0");
        assertThat(machine.run("ip", "addr", "show", "dev", "eth0")).contains("mtu 65520", "10.213.0.2/24");
        assertThat(recorded(e -> e.proto().equals("dhcp")).verdict()).isEqualTo(Verdict.LOCAL);
    }

    @Test
    void aConnectionIsRefusedAtOnce() throws Exception {
        assertThat(machine.probe("tcp", "93.184.216.34", "443")).startsWith("ECONNREFUSED");
        assertThat(machine.run("curl", "-sS", "-m", "30", "-w", "%{time_total} s", "http://93.184.216.34/"))
                .contains("exit 7");
        NetEvent event = recorded(e -> e.dst().equals("93.184.216.34:443"));
        assertThat(event.verdict()).isEqualTo(Verdict.REFUSED);
        assertThat(event.rule()).isEqualTo("closed");
    }

    @Test
    void aNameIsRefusedAtOnceAndRecorded() throws Exception {
        assertThat(machine.run("curl", "-sS", "-m", "30", "-w", "%{time_total} s", "https://Registry.Example.com/"))
                .contains("exit 6");
        assertThat(machine.run("busybox", "nslookup", "leak.example.org")).contains("REFUSED");
        assertThat(recorded(e -> "registry.example.com".equals(e.name())).op()).isEqualTo(NetOp.DNS);
        assertThat(recorded(e -> "leak.example.org".equals(e.name())).verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void dnsOverTcpIsRefusedAtOnce() throws Exception {
        assertThat(machine.probe("dns-tcp", "10.213.0.1")).startsWith("rcode 5, 34 bytes, then closed");
        assertThat(recorded(e -> "asked.over.tcp".equals(e.name())).op()).isEqualTo(NetOp.DNS);
    }

    @Test
    void anotherNameServerIsRefusedAndTheNameRecorded() throws Exception {
        assertThat(machine.run("busybox", "nslookup", "tunnel.example.net", "8.8.8.8"))
                .endsWith("exit 1");
        assertThat(recorded(e -> e.dst().equals("8.8.8.8:53")).name()).isEqualTo("tunnel.example.net");
    }

    @Test
    void theGatewayAnswersPing() throws Exception {
        assertThat(machine.run("busybox", "ping", "-c", "3", "-i", "0.1", "-W", "30", "10.213.0.1"))
                .contains("3 packets received");
        assertThat(machine.probe("ping", "10.213.0.1", "65000")).contains("type 0 code 0", "65028 bytes");
        assertThat(recorded(e -> e.proto().equals("icmp") && e.dst().startsWith("10.213.0.1:"))
                        .verdict())
                .isEqualTo(Verdict.LOCAL);
    }

    @Test
    void aPingBeyondTheGatewayIsProhibited() throws Exception {
        assertThat(machine.probe("ping", "1.1.1.1")).contains("type 3 code 10 from 10.213.0.1");
        assertThat(recorded(e -> e.dst().equals("1.1.1.1:0")).verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void aDatagramIsRefusedAtOnce() throws Exception {
        assertThat(machine.probe("udp", "9.9.9.9", "443")).startsWith("ECONNREFUSED");
        assertThat(machine.run("bash", "-c", "exec 3<>/dev/udp/9.9.9.8/123; echo hello >&3; cat <&3"))
                .contains("Connection refused");
        assertThat(recorded(e -> e.dst().equals("9.9.9.9:443")).proto()).isEqualTo("udp");
    }

    @Test
    void anotherProtocolIsUnreachable() throws Exception {
        assertThat(machine.probe("proto", "1.1.1.2", "132")).contains("type 3 code 2");
        assertThat(recorded(e -> e.dst().equals("1.1.1.2:0")).proto()).isEqualTo("sctp");
    }

    @Test
    void theGatewaysOwnPortsAndPrivateRangesAreRefused() throws Exception {
        for (String address : new String[] {"10.213.0.1", "169.254.169.254", "192.168.1.1", "172.17.0.1"}) {
            assertThat(machine.probe("tcp", address, "8082")).startsWith("ECONNREFUSED");
        }
    }

    @Test
    void ipv6FailsAtOnceWithoutARoute() throws Exception {
        assertThat(machine.probe("tcp", "2606:4700:4700::1111", "443")).startsWith("ENETUNREACH");
    }

    @Test
    void manyRefusedConnectionsAllEnd() throws Exception {
        String loop = "for i in $(seq 1 200); do busybox nc -w 30 93.184.216.$i 80; done 2>&1 | grep -c refused";
        assertThat(machine.run("sh", "-c", loop)).startsWith("200\n");
    }

    private NetEvent recorded(Predicate<NetEvent> wanted) {
        return seen.all().stream().filter(wanted).findFirst().orElseThrow();
    }
}
