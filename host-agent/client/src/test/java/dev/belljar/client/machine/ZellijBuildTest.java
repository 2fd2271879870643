package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AddRule;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests `belljar image zellij` with a crate of that name whose build script attacks: the crate is built in a
/// sandbox that reaches nothing, and its program runs in another machine. The host has no Rust, so Debian's is used.
@Tag("vm")
class ZellijBuildTest {
    private static final String MAIN = """
            fn main() {
                println!("built: {}", env!("GOT"));
            }
            """;

    private final AgentUnderTest agent;
    private final InetAddress own;
    private final HostListener server;
    private final FewNames names;

    ZellijBuildTest() throws Exception {
        agent = new AgentUnderTest();
        own = OwnAddress.find();
        server = new HostListener(own);
        names = new FewNames(Map.of("good.test", own));
    }

    @BeforeEach
    void begin() throws Exception {
        LocalCrates crates = LocalCrates.in(agent.folder().resolve("cargo"));
        Path secret = Files.writeString(agent.folder().resolve("secret"), "a secret of the host");
        crates.publish(
                "zellij",
                "0.45.1",
                script(agent.folder().resolve("owned"), secret, own.getHostAddress(), server.port()),
                MAIN);
        Path cache = Files.createDirectories(agent.folder().resolve("cache/belljar"));
        Path image = Path.of(Objects.requireNonNull(System.getenv("BELLJAR_TEST_IMAGE")));
        Files.createSymbolicLink(cache.resolve("images"), Objects.requireNonNull(image.getParent()));
        agent.set("XDG_CACHE_HOME", agent.folder().resolve("cache").toString());
        agent.set("CARGO_HOME", crates.home().toString());
        agent.set("BELLJAR_ZELLIJ", "found");
        agent.set("PATH", pathWithoutZellijAndRust());
        agent.set("BELLJAR_TEMPLATES", "off");
        agent.set("BELLJAR_NAME_SERVERS", names.address());
        agent.start();
        assertThat(agent.client().call(AccessApi.ZELLIJ).state()).isEqualTo("missing");
    }

    /// A build script that writes what it reached into the program.
    private static String script(Path owned, Path secret, String host, int port) {
        return """
                use std::net::{TcpStream, ToSocketAddrs};
                fn main() {
                    let mut got = String::from("reached");
                    if std::fs::write("%1$s", "owned").is_ok() { got += " write"; }
                    if std::fs::read("%2$s").is_ok() { got += " read"; }
                    for place in ["good.test:%4$d", "%3$s:%4$d"] {
                        if let Ok(addresses) = place.to_socket_addrs() {
                            for address in addresses {
                                if TcpStream::connect_timeout(&address, std::time::Duration::from_secs(3)).is_ok() {
                                    got += " network";
                                }
                            }
                        }
                    }
                    println!("cargo:rustc-env=GOT={}", got);
                }
                """.formatted(owned, secret, host, port);
    }

    private static String pathWithoutZellijAndRust() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .filter(place ->
                        Stream.of("zellij", "cargo", "rustc").noneMatch(name -> Files.exists(Path.of(place, name))))
                .collect(Collectors.joining(":"));
    }

    @AfterEach
    void end() throws Exception {
        agent.end();
        server.close();
        names.close();
    }

    @Test
    void aBuildScriptReachesNothingAndItsProgramRunsInAnotherMachine() throws Exception {
        // The user's own rules allow this server for every sandbox; the build sandbox must not reach it.
        Path project = TestProject.in(agent.folder(), "shop").folder();
        Sandbox shop = agent.client()
                .call(
                        SandboxApi.CREATE,
                        new CreateSandbox(project.toString(), null, 1024, 2, 4096, null, false, false));
        agent.client()
                .call(
                        PolicyApi.ADD_RULE.at(shop.id()),
                        new AddRule("allow good.test at " + own.getHostAddress(), RuleScope.USER));
        Process build = new CommandLineUnderTest(agent.environment()).interruptible("image", "zellij");
        Thread reader = Thread.ofVirtual().start(() -> drain(build));
        assertThat(build.waitFor(15, TimeUnit.MINUTES)).isTrue();
        reader.join();
        assertThat(agent.client().call(AccessApi.ZELLIJ).problem()).isNull();
        assertThat(build.exitValue()).isZero();
        assertThat(agent.client().call(AccessApi.ZELLIJ).origin()).contains("in a sandbox");
        assertThat(agent.folder().resolve("owned")).doesNotExist();
        assertThat(server.all()).isZero();
        assertThat(names.asked("good.test")).as("questions for names").isZero();
        Path program = agent.folder().resolve("cache/belljar/zellij/0.45.1/zellij");
        assertThat(program).isRegularFile();
        assertThat(Files.isExecutable(program)).isFalse();
        assertThat(agent.client().call(SandboxApi.LIST)).extracting(Sandbox::id).containsExactly(shop.id());
        assertThat(agent.client().call(StorageApi.TRASH)).isEmpty();

        RunningMachine machine = new RunningMachine(agent, shop.id());
        agent.client().call(SandboxApi.START.at(shop.id()));
        machine.awaitState(SandboxState.RUNNING);
        RunningMachine.await(() -> Integer.valueOf(0)
                .equals(machine.exec("test -x /opt/belljar/bin/zellij").code()));
        assertThat(machine.run("/opt/belljar/bin/zellij")).isEqualTo("built: reached");
        // This machine reaches the server that the build could not, so the server was reachable.
        machine.run("python3 -c 'import socket; socket.create_connection((\"good.test\", %d), 20)'"
                .formatted(server.port()));
        RunningMachine.await(() -> server.connections.get() > 0);
    }

    private static void drain(Process process) {
        try (var said = process.errorReader()) {
            said.lines().forEach(System.out::println);
        } catch (java.io.IOException e) {
            // The exit code is checked by the caller.
        }
    }
}
