package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.network.ChooseAuthorities;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.AuthorityChange;
import dev.belljar.contract.view.network.HostAuthority;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Tests that the programs of a real machine trust a server of a company's own authority only once the user
/// chose that authority.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthorityMachineTest {
    private static final String HOST = "registry.company.test";
    private static final String BUNDLE = "/etc/ssl/certs/ca-certificates.crt";
    private static final int CURL_UNTRUSTED = 60;

    private final AgentUnderTest agent;
    private final FewNames names;
    private RunningMachine machine;
    private String url = "";
    private @Nullable CompanyServer server;

    AuthorityMachineTest() throws IOException {
        agent = new AgentUnderTest();
        // Not the loopback: a guest that gets its address connects to itself.
        names = new FewNames(Map.of(HOST, OwnAddress.find()));
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void start() throws Exception {
        InetAddress own = OwnAddress.find();
        CompanyServer company = CompanyServer.start(own, HOST, agent.folder(), AuthorityMachineTest::answer);
        server = company;
        url = "https://%s:%d/".formatted(HOST, company.port());
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.set("BELLJAR_KEYRING", "off");
        agent.set("NODE_EXTRA_CA_CERTS", company.authority().toString());
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        String rule = "allow %s:%d at %s".formatted(HOST, company.port(), own.getHostAddress());
        agent.client().call(PolicyApi.ADD_RULE.at(machine.id()), new AddRule(rule, RuleScope.SANDBOX));
    }

    @AfterAll
    void stop() throws Exception {
        agent.end();
        names.close();
        if (server != null) {
            server.close();
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        byte[] body = "company\n".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private ExecResult curl() throws Exception {
        return machine.exec("curl -sS -m 100 " + url);
    }

    private ExecResult python() throws Exception {
        return machine.exec(
                "python3 -c 'import urllib.request; print(urllib.request.urlopen(\"" + url + "\").read())'");
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    private AuthorityChange choose(boolean trust, String fingerprint) throws Exception {
        return agent.client()
                .call(
                        trust ? AuthorityApi.TRUST : AuthorityApi.REVOKE,
                        new ChooseAuthorities(List.of(fingerprint), null));
    }

    @Test
    void programsTrustTheAuthorityOnlyAfterTheChoiceAndUntilItIsRevoked() throws Exception {
        HostAuthority company = agent.client().call(AuthorityApi.AUTHORITIES).authorities().stream()
                .filter(each -> each.subject().contains("Company root"))
                .findFirst()
                .orElseThrow();
        String before = machine.run("sha256sum " + BUNDLE);
        assertThat(curl().code()).isEqualTo(CURL_UNTRUSTED);
        ExecResult refused = python();
        assertThat(refused.code()).isNotZero();
        assertThat(text(refused.stderr())).contains("CERTIFICATE_VERIFY_FAILED");

        assertThat(choose(true, company.fingerprint()).sandboxes()).containsExactly("shop");
        assertThat(text(curl().stdout())).isEqualTo("company\n");
        assertThat(text(python().stdout())).contains("company");
        // The system's own store, without any variable.
        assertThat(machine.run("env -i /usr/bin/curl -sS -m 100 " + url)).isEqualTo("company");
        assertThat(machine.run("git ls-remote " + url + " 2>&1; true"))
                .contains("not valid: is this a git repository?")
                .doesNotContain("certificate");
        assertThat(machine.run("openssl x509 -noout -subject -in \"$NODE_EXTRA_CA_CERTS\""))
                .contains("Company root");
        assertThat(machine.run("echo $JAVA_TOOL_OPTIONS; ls /usr/local/share/belljar"))
                .contains("trustStore=/usr/local/share/belljar/java-trust-store")
                .contains("authorities.pem\njava-trust-store");
        assertThat(machine.run("ls /usr/local/share/ca-certificates")).isEqualTo("belljar-1.crt");

        assertThat(choose(false, company.fingerprint()).sandboxes()).containsExactly("shop");
        assertThat(curl().code()).isEqualTo(CURL_UNTRUSTED);
        assertThat(machine.run("sha256sum " + BUNDLE)).isEqualTo(before);
        assertThat(machine.run("ls /usr/local/share/ca-certificates /usr/local/share/belljar; env"))
                .doesNotContain("belljar-1.crt", "authorities.pem", "NODE_EXTRA_CA_CERTS", "JAVA_TOOL_OPTIONS");
    }
}
