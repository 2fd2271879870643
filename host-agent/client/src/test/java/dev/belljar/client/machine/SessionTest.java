package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.network.RouteServer;
import dev.belljar.contract.view.session.SessionView;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests that all terminals of a real machine share one session, which survives the terminals, a kill, the host
/// agent's end and hibernation.
///
/// Without a Zellij on this host there is only tmux, and only its test runs: `belljar image zellij` builds one.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(StoryExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SessionTest {
    private static final long SECONDS = 120;

    private final AgentUnderTest agent;
    private RunningMachine machine;

    SessionTest() throws IOException {
        agent = new AgentUnderTest();
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void bootOnce() throws Exception {
        agent.set("BELLJAR_ZELLIJ", "found");
        agent.set("BELLJAR_ROUTES", "on");
        agent.set("BELLJAR_HTTPS_PORT", Integer.toString(AddressTest.freePort()));
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    private void assumeZellij() throws Exception {
        String state = agent.client().call(AccessApi.ZELLIJ).state();
        assumeTrue(state.equals("ready"), "no Zellij on this host (" + state + "): `belljar image zellij` builds one");
    }

    private SessionView session() throws Exception {
        return agent.client().call(AccessApi.SESSION.at(machine.id()));
    }

    @Test
    @Order(1)
    void theSessionIsNamedAfterTheBranch() throws Exception {
        assumeZellij();
        SessionView view = session();
        String branch = String.valueOf(
                agent.client().call(SandboxApi.GET.at(machine.id())).branch());
        assertThat(view.name()).isEqualTo(branch.replace('/', '-'));
        assertThat(view.by()).isEqualTo("zellij");
        assertThat(machine.run("zellij list-sessions -n -s")).isEqualTo(view.name());
        // Two tokens and no others, which only the host agent and the user know.
        assertThat(machine.run("zellij web --list-tokens").lines()).hasSize(2);
        assertThat(session()).isEqualTo(view);
    }

    @Test
    @Order(2)
    void aWatcherSeesASessionNobodyElseHasOpened() throws Exception {
        assumeZellij();
        try (TerminalScreen watcher = TerminalScreen.on(machine, true)) {
            watcher.shows("$");
        }
    }

    @Test
    @Order(3)
    void allTerminalsOfASessionShowWhatOneTypes() throws Exception {
        assumeZellij();
        try (TerminalScreen one = TerminalScreen.on(machine, false);
                TerminalScreen other = TerminalScreen.on(machine, false);
                TerminalScreen watcher = TerminalScreen.on(machine, true)) {
            other.started();
            watcher.started();
            one.typed("kept=fortytwo; echo \"it is $kept\"\r");
            one.shows("it is fortytwo");
            other.shows("it is fortytwo");
            watcher.shows("it is fortytwo");
            watcher.typed("touch /tmp/by-watcher\r");
            other.terminal().resize(24, 80);
            other.typed("touch /tmp/by-other\r");
            RunningMachine.await(() -> Integer.valueOf(0)
                    .equals(machine.exec("test -e /tmp/by-other").code()));
            assertThat(machine.exec("test -e /tmp/by-watcher").code()).isNotZero();
        }
    }

    @Test
    @Order(3)
    void aBrowserJoinsTheSessionWithTheToken() throws Exception {
        assumeZellij();
        assumeTrue(HeadlessBrowser.here(), "no browser here");
        RunningMachine.await(() -> server().state().equals("running") && server().certificate() != null);
        String page = "https://agent-shop.sandbox.localhost:" + server().httpsPort() + "/"
                + session().name();
        try (TerminalScreen screen = TerminalScreen.on(machine, false);
                HeadlessBrowser browser =
                        HeadlessBrowser.open(agent.folder(), String.valueOf(server().certificate()), page)) {
            screen.shows("$");
            browser.awaits("document.activeElement.id", "token");
            browser.typed("nobody's token");
            browser.awaits("!!document.querySelector('#dismiss')", "true");
            assertThat(browser.is("document.querySelector('#dismiss').click()", "undefined"))
                    .isTrue();
            browser.awaits("document.activeElement.id", "token");
            browser.typed(String.valueOf(session().token()));
            browser.awaits("document.activeElement.className", "xterm-helper-textarea");
            // Output before the socket is open is lost.
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .pollInterval(Durations.TWO_SECONDS)
                    .until(() -> {
                        browser.typed("echo \"by browser $((40 + 2))\"");
                        return screen.text().contains("by browser 42");
                    });
        }
    }

    private RouteServer server() throws AgentException, InterruptedException {
        return agent.client().call(AccessApi.ROUTES).server();
    }

    @Test
    @Order(4)
    void theSessionSurvivesAHostAgentRestartAndHibernation() throws Exception {
        assumeZellij();
        SessionView before = session();
        agent.kill();
        agent.start();
        machine.awaitReached();
        assertThat(session()).isEqualTo(before);
        agent.client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(true, false));
        machine.awaitState(SandboxState.STOPPED);
        agent.client().call(SandboxApi.START.at(machine.id()));
        try (TerminalScreen screen = TerminalScreen.on(machine, false)) {
            screen.typed("echo \"still $kept\"\r").shows("still fortytwo");
        }
        assertThat(session()).isEqualTo(before);
    }

    @Test
    @Order(5)
    void aBranchHasItsOwnTokens() throws Exception {
        assumeZellij();
        SessionView original = session();
        RunningMachine copy = new RunningMachine(
                agent,
                agent.client()
                        .call(SnapshotApi.BRANCH_NOW.at(machine.id()), new BranchSandbox("copy", 1))
                        .getFirst()
                        .id());
        copy.awaitState(SandboxState.RUNNING);
        SessionView own = agent.client().call(AccessApi.SESSION.at(copy.id()));
        assertThat(own.name()).isEqualTo(original.name());
        assertThat(own.token()).isNotNull().isNotEqualTo(original.token());
        assertThat(own.watchToken()).isNotNull().isNotEqualTo(original.watchToken());
        assertThat(copy.run("zellij web --list-tokens").lines()).hasSize(2);
        try (TerminalScreen screen = TerminalScreen.on(copy, false)) {
            screen.typed("echo \"copied $kept\"\r").shows("copied fortytwo");
        }
        agent.client().call(SandboxApi.DESTROY.at(copy.id()), new DestroySandbox(false));
    }

    @Test
    @Order(6)
    void aKilledZellijIsStartedAgain() throws Exception {
        assumeZellij();
        try (TerminalScreen screen = TerminalScreen.on(machine, false)) {
            screen.started();
            machine.exec("pkill -9 -f '^/opt/belljar/bin/zellij --server'");
            TerminalExit exit = screen.terminal().exit().get(SECONDS, TimeUnit.SECONDS);
            assertThat(exit.problem()).isNotNull();
        }
        machine.exec("pkill -9 zellij");
        try (TerminalScreen again = TerminalScreen.on(machine, false)) {
            assertThat(again.started().by()).isEqualTo("zellij");
            again.typed("echo \"new: $((40 + 2))\"\r").shows("new: 42");
        }
    }

    @Test
    @Order(7)
    void theSessionWorksWhileAnotherProgramUsesItsWebPort() throws Exception {
        assumeZellij();
        // The port is free when the process has exited, not when the signal was sent.
        machine.run("pkill -9 -f '^/opt/belljar/bin/zellij web';"
                + " while pgrep -f '^/opt/belljar/bin/zelli[j] web' >/dev/null; do sleep 0.1; done");
        machine.run("setsid perl -MIO::Socket -e '$l = IO::Socket::INET->new(LocalAddr => \"127.0.0.1\","
                + " LocalPort => 8082, Listen => 5, ReuseAddr => 1) or die; sleep 600' >/dev/null 2>&1 </dev/null &");
        RunningMachine.await(() -> Integer.valueOf(0)
                .equals(machine.exec("pgrep -x perl && grep -q '0100007F:1F92 .* 0A' /proc/net/tcp")
                        .code()));
        assertThat(session().port()).isNull();
        try (TerminalScreen one = TerminalScreen.on(machine, false);
                TerminalScreen watcher = TerminalScreen.on(machine, true)) {
            assertThat(one.started().by()).isEqualTo("zellij");
            one.typed("echo \"without the web $((40 + 2))\"\r").shows("without the web 42");
            watcher.shows("without the web 42");
        }
        machine.run("pkill -9 perl");
        // Each request starts the web server again if it does not run yet.
        RunningMachine.await(() -> Integer.valueOf(8_082)
                .equals(agent.client().call(AccessApi.SESSION.at(machine.id())).port()));
        try (TerminalScreen again = TerminalScreen.on(machine, false)) {
            again.shows("without the web 42");
        }
    }

    @Test
    @Order(8)
    void withoutZellijTheSessionUsesTmux() throws Exception {
        machine.asRoot("rm -rf /opt/belljar; pkill -9 zellij");
        agent.kill();
        agent.set("BELLJAR_ZELLIJ", "off");
        agent.start();
        machine.awaitReached();
        assertThat(agent.client().call(AccessApi.ZELLIJ).state()).isEqualTo("off");
        try (TerminalScreen one = TerminalScreen.on(machine, false);
                TerminalScreen other = TerminalScreen.on(machine, true)) {
            assertThat(one.started().by()).isEqualTo("tmux");
            other.started();
            one.typed("echo \"by tmux $((40 + 2))\"\r").shows("by tmux 42");
            other.shows("by tmux 42");
        }
        assertThat(session().token()).isNull();
    }
}
