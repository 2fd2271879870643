package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.belljar.contract.operation.AuthorityApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.network.ChooseMirrors;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.HostMirror;
import dev.belljar.contract.view.network.MirrorChange;
import dev.belljar.contract.view.session.ExecResult;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Tests that apt in a real machine fetches from a chosen mirror with a password that the machine does not
/// have.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MirrorMachineTest {
    private static final String HOST = "mirror.company.test";
    private static final String PACKAGE = "what a package contains\n";
    private static final String APT =
            "apt-get -o Acquire::AllowInsecureRepositories=true -o APT::Get::AllowUnauthenticated=true ";
    private static final String FILES = "ls -d /usr/local/share/belljar/npmrc /usr/local/share/belljar/apt-sources.list"
            + " /etc/xdg/pip/pip.conf /etc/apt/auth.conf.d/belljar.conf 2>/dev/null; true";

    private final AgentUnderTest agent;
    private final FewNames names;
    /// The credentials of each request, decoded.
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private RunningMachine machine;
    private @Nullable CompanyServer server;

    MirrorMachineTest() throws IOException {
        agent = new AgentUnderTest();
        // Not the loopback: a guest that gets its address connects to itself.
        names = new FewNames(Map.of(HOST, OwnAddress.find()));
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void start() throws Exception {
        InetAddress own = OwnAddress.find();
        CompanyServer company = CompanyServer.start(own, HOST, agent.folder(), this::answer);
        server = company;
        String place = HOST + ":" + company.port();
        Path etc = Files.createDirectories(agent.folder().resolve("etc"));
        Files.writeString(etc.resolve("sources.list"), """
                deb https://me:real-apt-password@%1$s/debian bookworm main
                deb https://me:real-apt-password@%1$s/debian-security bookworm-security main
                """.formatted(place));
        Files.writeString(
                etc.resolve("npmrc"),
                "registry=https://%1$s/npm/\n//%1$s/:_authToken=real-npm-token\n".formatted(place));
        Files.writeString(
                etc.resolve("pip.conf"),
                "[global]\nindex-url = https://me:real-pip-password@%s/simple\n".formatted(place));
        Files.writeString(etc.resolve("apt.conf"), "Dir::Etc \"%s\";\n".formatted(etc));
        agent.set("APT_CONFIG", etc.resolve("apt.conf").toString());
        agent.set("NPM_CONFIG_USERCONFIG", etc.resolve("npmrc").toString());
        agent.set("PIP_CONFIG_FILE", etc.resolve("pip.conf").toString());
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.set("BELLJAR_KEYRING", "off");
        agent.set("SSL_CERT_FILE", company.authority().toString());
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        String rule = "allow %s at %s".formatted(place, own.getHostAddress());
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

    /// Serves an archive with one package to those who know the password.
    private void answer(HttpExchange exchange) throws IOException {
        String header = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String login = header.startsWith("Basic ") ? RunningMachine.text(header.substring(6)) : header;
        seen.add(login);
        String path = exchange.getRequestURI().getPath();
        String body = login.equals("me:real-apt-password") ? file(path) : null;
        byte[] bytes = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
        if (login.equals("null")) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"mirror\"");
        }
        int status = body != null ? 200 : login.equals("null") ? 401 : 404;
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static @Nullable String file(String path) {
        String packages = """
                Package: demo
                Version: 1
                Architecture: all
                Maintainer: nobody <nobody@%s>
                Filename: pool/demo.deb
                Size: %d
                SHA256: %s
                Description: a package

                """.formatted(HOST, PACKAGE.length(), digest(PACKAGE));
        String name = path.substring(path.lastIndexOf('/') + 1);
        return switch (name) {
            case "Release" ->
                "Suite: any\nComponents: main\nArchitectures: amd64\nSHA256:\n %s %d main/binary-amd64/Packages\n"
                        .formatted(digest(packages), packages.length());
            case "Packages" -> packages;
            case "demo.deb" -> PACKAGE;
            default -> null;
        };
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String root(String script) throws Exception {
        ExecResult result = machine.asRoot(script);
        String said = RunningMachine.text(result.stdout()) + RunningMachine.text(result.stderr());
        assertThat(result.code()).as(said).isZero();
        return said.strip();
    }

    private MirrorChange choose(boolean use) throws Exception {
        return agent.client()
                .call(
                        use ? AuthorityApi.USE_MIRRORS : AuthorityApi.FORGET_MIRRORS,
                        new ChooseMirrors(List.of("apt", "npm", "pip")));
    }

    @Test
    void aptFetchesFromTheMirrorAndTheGuestHasPlaceholdersOnly() throws Exception {
        String sources = root("sha256sum /etc/apt/sources.list");
        assertThat(root(FILES)).isEmpty();
        MirrorChange change = choose(true);
        assertThat(change.sandboxes()).containsExactly("shop");
        assertThat(change.changed()).hasSize(4).allMatch(HostMirror::credential);

        root(APT + "update");
        root("cd /root && rm -f demo* && " + APT + "download demo");
        assertThat(root("cat /root/demo*.deb")).isEqualTo(PACKAGE.strip());
        assertThat(seen)
                .contains("me:real-apt-password")
                .allMatch(login -> login.equals("me:real-apt-password") || login.equals("null"));

        assertThat(root("sha256sum /etc/apt/sources.list")).isEqualTo(sources);
        assertThat(root("cat /etc/apt/auth.conf.d/belljar.conf"))
                .contains("/debian login me password belljar-secret-mirror-apt-", "/debian-security login me");
        assertThat(machine.run("cat $NPM_CONFIG_GLOBALCONFIG"))
                .contains("/npm/", ":_authToken=belljar-secret-mirror-npm-");
        assertThat(machine.run("cat /etc/xdg/pip/pip.conf"))
                .contains("index-url = https://me:belljar-secret-mirror-pip-", HOST);
        // Not as an argument, because arguments of all programs are recorded.
        assertThat(root(
                        "printf 'real-%s-%s\\n' apt password npm token pip password | grep -rslFf - /etc /usr/local /run"
                                + " /tmp /root /workspace /.cargo; true"))
                .isEmpty();

        assertThat(choose(false).sandboxes()).containsExactly("shop");
        assertThat(root(FILES)).isEmpty();
        assertThat(machine.run("env; apt-config dump Dir::Etc::sourcelist"))
                .doesNotContain("NPM_CONFIG_GLOBALCONFIG", "mirror_npm", "/usr/local/share/belljar");
        assertThat(agent.client().call(SecretApi.SECRETS)).isEmpty();

        root("mkdir -p /etc/xdg/pip && echo '# mine' > /etc/xdg/pip/pip.conf");
        assertThat(choose(true).failed()).containsExactly("shop");
        assertThat(root("cat /etc/xdg/pip/pip.conf")).isEqualTo("# mine");
        assertThat(root("ls /usr/local/share/belljar/npmrc")).isNotEmpty();
        root("rm /etc/xdg/pip/pip.conf");
        assertThat(choose(false).sandboxes()).containsExactly("shop");
    }
}
