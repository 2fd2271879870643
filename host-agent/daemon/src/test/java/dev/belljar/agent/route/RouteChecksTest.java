package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.network.RouteServer;
import org.junit.jupiter.api.Test;

/// Tests which problems with Caddy come with a command.
class RouteChecksTest {
    @Test
    void onlyWhatTheUserCanDoIsProposed() {
        assertThat(caddy("missing")).isEqualTo(new DoctorCheck("Caddy", "warn", "why", "sudo apt-get install caddy"));
        assertThat(caddy("failing")).isEqualTo(new DoctorCheck("Caddy", "fail", "why", null));
    }

    private static DoctorCheck caddy(String state) {
        RouteServer server = new RouteServer(state, "why", 0, 0, null, "belljar.localhost");
        return RouteChecks.of(server, "2.9").getFirst();
    }
}
