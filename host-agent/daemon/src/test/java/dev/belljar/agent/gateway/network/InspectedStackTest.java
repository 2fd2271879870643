package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.authority.TrustedAuthorities;
import dev.belljar.agent.egress.InspectingPolicy;
import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.inspect.Origin;
import dev.belljar.agent.inspect.TestAuthority;
import dev.belljar.agent.inspect.UpstreamTls;
import dev.belljar.agent.mirror.ChosenMirrors;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.agent.secret.SecretStores;
import dev.belljar.contract.event.Event.HttpEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests inspection between a real Linux stack and servers on this host's loopback.
@Tag("vm")
class InspectedStackTest {
    private static final String HOST = "api.example";
    private static final String VALUE = "real-token-0123456789";

    /// A test's policy with an inspector.
    private record InspectingPolicy(EgressPolicy policy, ConnectionInspector inspector) implements EgressPolicy {
        @Override
        public FlowDecision decide(Destination destination, UnaryOperator<FlowDecision> check) {
            return policy.decide(destination, check);
        }
    }

    @TempDir
    private Path folder;

    private final List<HttpEvent> events = new CopyOnWriteArrayList<>();
    private final Seen seen = new Seen();
    private AuditLog audit;
    private Origin secure;
    private Origin plain;
    private TestNameServer names;
    private NamespacedMachine machine;
    private SocketGateway gateway;
    private String placeholder;

    @BeforeEach
    void start() throws Exception {
        String missing = NamespacedMachine.missing().orElse("");
        assumeTrue(missing.isEmpty(), () -> "this host lacks " + missing);
        TestAuthority authority = new TestAuthority();
        secure = new Origin(authority.server(HOST));
        plain = new Origin(null);
        audit = AuditLog.open(folder.resolve("audit"), InstantSource.system());
        SecretStore secrets = SecretStores.in(folder.resolve("secrets.json"), audit);
        secrets.keep("TOKEN", VALUE);
        secrets.bind("TOKEN", HOST, false, null);
        PolicySubject shop =
                new PolicySubject("s1", "shop", folder, Files.createDirectories(folder.resolve("sandbox")));
        InspectionSettings inspections = new InspectionSettings(
                secrets,
                audit,
                UpstreamTls.trusting(authority.store()),
                TrustedAuthorities.NONE,
                ChosenMirrors.NONE,
                InstantSource.system(),
                new HostBudget(256 << 20, 4 << 20));
        placeholder = String.valueOf(inspections.environment(shop).get("TOKEN"));
        EgressPolicy policy = new ScriptedPolicy().allow(to -> HOST.equals(to.name()));
        names = new TestNameServer(Map.of(HOST, "93.184.216.3", "evil.example", "93.184.216.3"));
        machine = NamespacedMachine.start(Files.createDirectories(folder.resolve("m")));
        gateway = SocketGateway.open(
                machine.socket(),
                new InspectingPolicy(policy, inspections.inspector(shop, events::add)),
                ProcessFinder.NONE,
                seen,
                NamespacedMachine.MAC,
                TestSupplies.of(List.of()),
                outside -> new MappedOutside(outside, List.of(names.server())));
        Files.writeString(
                folder.resolve("ca.pem"), String.valueOf(inspections.view(shop).certificate()));
        assertThat(machine.lease()).contains("lease ip=10.213.0.2");
    }

    @AfterEach
    void stop() {
        gateway.close();
        machine.close();
        names.close();
        secure.close();
        plain.close();
        audit.close();
    }

    private String curl(String script) throws Exception {
        String words = "curl -sS -m 150 --cacert " + folder.resolve("ca.pem") + " ";
        return machine.run("sh", "-c", script.replace("curl ", words));
    }

    private String https(String path) {
        return "https://" + HOST + ":" + secure.port() + path + " ";
    }

    private String http(String path) {
        return "http://" + HOST + ":" + plain.port() + path + " ";
    }

    @Test
    void aSecretIsInjectedAndReturnedAsItsPlaceholder() throws Exception {
        String said = curl("curl -H 'X-Api: " + placeholder + "' " + https("/pieces"));
        assertThat(said).contains("X-Api: " + placeholder).doesNotContain(VALUE).endsWith("exit 0");
        assertThat(secure.heads.getFirst()).contains("X-Api: " + VALUE);
        assertThat(events.getFirst().secrets()).containsExactly("TOKEN");
    }

    @Test
    void fiftyMegabytesDownAndTenUpArriveIntact() throws Exception {
        assertThat(curl("curl -o /dev/null -w '%{size_download} ' " + https("/pour/50000000")))
                .isEqualTo("50000000 exit 0");
        assertThat(curl("head -c 10000000 /dev/zero | curl --data-binary @- " + https("/sum")))
                .isEqualTo("10000000exit 0");
    }

    @Test
    void aHundredConcurrentRequestsComplete() throws Exception {
        String urls =
                https("/pour/[100001-100100]") + "-o " + folder.resolve("out#1") + " -w 'size %{size_download}\\n'";
        String said = curl("curl -Z --parallel-max 100 --parallel-immediate " + urls);
        assertThat(said.lines().filter(line -> line.startsWith("size 100"))).hasSize(100);
        assertThat(said).endsWith("exit 0");
    }

    @Test
    void aLaterPlainHttpRequestForAnotherHostIsRefused() throws Exception {
        String said = curl("curl " + http("/a") + "--next -sS -m 100 -H 'Host: evil.example' " + http("/b"));
        assertThat(said)
                .startsWith("okBelljar did not forward this request: the Host field does not match api.example");
        assertThat(plain.heads).hasSize(1);
    }

    @Test
    void aNameOtherThanThePinnedOneIsRefused() throws Exception {
        String connect = "--connect-to ::" + HOST + ":" + secure.port() + " ";
        assertThat(curl("curl -k " + connect + "https://evil.example/")).doesNotContain("ok");
        assertThat(secure.heads).isEmpty();
    }
}
