package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests that every name has its own label, which leads to that sandbox only.
class DnsLabelsTest {
    Generator<String> names() {
        Generator<String> awkward = Generators.of(
                "agent-shop", "3000-shop", "agent", "3000", "xn--shop", "Shop", "shop ", "-", "", "ß", "a".repeat(300));
        return Generators.oneOf(awkward, Generators.strings(0, 90), Generators.text("agent0123456789-xyz", 70));
    }

    @Property
    void aLabelIsValidInDnsWithAnyPortBeforeIt(@ForAll("names") String name) {
        String label = DnsLabels.of(name);
        assertThat(label).matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
        assertThat("65535-" + label).hasSizeLessThanOrEqualTo(63);
    }

    @Property
    void aLabelIsParsedInEveryForm(@ForAll("names") String name) {
        String label = DnsLabels.of(name);
        for (Integer port : new Integer[] {null, 1, 3000, 65_535, MainPort.AGENT}) {
            String host = OuterName.first(label, port) + ".sandbox.localhost:8443";
            Optional<OuterName> parsed = OuterName.parse(host);
            assertThat(parsed).hasValueSatisfying(outer -> {
                assertThat(outer.label()).isEqualTo(label);
                assertThat(outer.port()).isEqualTo(port);
            });
        }
    }

    @Property
    void twoNamesNeverShareALabel(@ForAll("names") String one, @ForAll("names") String other) {
        Set<String> names = new HashSet<>(List.of(one));
        names.add(other);
        Set<String> labels = names.stream().map(DnsLabels::of).collect(Collectors.toSet());
        assertThat(labels).hasSameSizeAs(names);
    }

    @Property
    void onlyHostsOfSandboxesAreParsed(@ForAll String host) {
        OuterName.parse(host)
                .ifPresent(outer ->
                        assertThat(outer.authority()).matches("[a-z0-9-]+\\.sandbox\\.local(host)?\\.?(:[0-9]+)?"));
    }

    @Test
    void ordinaryNamesAreTheirOwnLabels() {
        assertThat(DnsLabels.of("shop")).isEqualTo("shop");
        assertThat(DnsLabels.of("shop-2")).isEqualTo("shop-2");
        assertThat(DnsLabels.of("3000")).isEqualTo("3000");
        assertThat(DnsLabels.of("agent-shop")).startsWith("box-agent-shop-");
        assertThat(DnsLabels.of("Käse & Brot")).startsWith("k-se-brot-");
    }

    @Test
    void hostsWithMoreLabelsOrInvalidPortsAreRejected() {
        assertThat(OuterName.parse("a.b.sandbox.localhost")).isEmpty();
        assertThat(OuterName.parse("70000-shop.sandbox.localhost")).isEmpty();
        assertThat(OuterName.parse("shop.sandbox.localhost.evil.example")).isEmpty();
        assertThat(OuterName.parse("sandbox.localhost")).isEmpty();
        assertThat(OuterName.parse("127.0.0.1:8443")).isEmpty();
    }
}
