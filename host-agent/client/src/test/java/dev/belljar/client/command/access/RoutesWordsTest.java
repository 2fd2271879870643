package dev.belljar.client.command.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.network.RouteRow;
import org.junit.jupiter.api.Test;

/// Tests the texts of `belljar routes`.
class RoutesWordsTest {
    @Test
    void guestServicesAreDistinguishedFromPages() {
        String url = "https://22-shop.sandbox.localhost/";
        RouteRow ssh = new RouteRow(22, "sshd", url, false, "ssh");
        RouteRow page = new RouteRow(3000, "node", url, true, null);
        assertThat(RoutesCommand.program(ssh)).isEqualTo("sshd (guest service)");
        assertThat(RoutesCommand.address(ssh)).doesNotContain("https").contains("ssh-config");
        RouteRow terminal = new RouteRow(8082, "zellij", url, false, "terminal");
        assertThat(RoutesCommand.program(terminal)).isEqualTo("zellij (Belljar's terminal)");
        assertThat(RoutesCommand.address(terminal)).isEqualTo(url);
        assertThat(RoutesCommand.program(page) + " " + RoutesCommand.address(page))
                .isEqualTo("node " + url);
    }
}
