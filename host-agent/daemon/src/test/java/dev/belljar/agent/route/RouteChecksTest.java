package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.network.RouteServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that each problem with Caddy comes with something to do.
class RouteChecksTest {
    @ParameterizedTest
    @ValueSource(strings = {"missing", "failing"})
    void aCaddyThatDoesNotRunHasAFix(String state) {
        RouteServer server = new RouteServer(state, "port 443 is in use", 0, 0, null, "belljar.localhost");
        assertThat(RouteChecks.of(server, "2.9"))
                .singleElement()
                .satisfies(check -> assertThat(check.fix()).isNotBlank());
    }
}
