package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that the most likely dev server comes first among a machine's ports.
class MainPortTest {
    private static List<GuestPort> ports(int... numbers) {
        return Arrays.stream(numbers)
                .mapToObj(number -> new GuestPort(number, "node", 1000))
                .toList();
    }

    @Test
    void aUsualPortPrecedesLowerPorts() {
        assertThat(MainPort.of(ports(1080, 5432, 5173))).hasValue(5173);
        assertThat(MainPort.of(ports(8000, 8080))).hasValue(8080);
        assertThat(MainPort.of(ports(5173, 3000))).hasValue(3000);
    }

    @Test
    void withoutAUsualPortTheLowestUserPortIsChosen() {
        List<GuestPort> mixed = List.of(
                new GuestPort(1234, "daemon", 0), new GuestPort(7777, "node", 1000), new GuestPort(7000, "go", 1000));
        assertThat(MainPort.of(mixed)).hasValue(7000);
        assertThat(MainPort.of(mixed.subList(0, 1))).hasValue(1234);
    }

    @Test
    void aServiceIsDistinguishedFromAProgramOnItsPort() {
        assertThat(MainPort.service(new GuestPort(22, "sshd", 0))).isEqualTo("ssh");
        assertThat(MainPort.service(new GuestPort(MainPort.AGENT, "zellij", 1000)))
                .isEqualTo("terminal");
        assertThat(MainPort.service(new GuestPort(MainPort.AGENT, "node", 1000)))
                .isNull();
        assertThat(MainPort.service(new GuestPort(80, "nginx", 0))).isNull();
    }

    @Test
    void servicesOfTheMachineAreNoMainPort() {
        assertThat(MainPort.of(ports(22, 80, MainPort.AGENT))).isEmpty();
        assertThat(MainPort.of(List.of())).isEmpty();
    }

    @Test
    void aPublishedPortOfAContainerIsChosenAndTheEngineIsNot() {
        GuestPort engine = new GuestPort(42999, "containerd", 0);
        GuestPort database = new GuestPort(55432, "docker-proxy", 0);
        assertThat(MainPort.of(List.of(engine))).isEmpty();
        assertThat(MainPort.of(List.of(engine, database))).hasValue(55432);
        assertThat(MainPort.of(List.of(engine, database, new GuestPort(80, "docker-proxy", 0))))
                .hasValue(80);
        assertThat(MainPort.of(List.of(new GuestPort(80, "docker-proxy", 0), new GuestPort(7000, "go", 1000))))
                .hasValue(7000);
    }
}
