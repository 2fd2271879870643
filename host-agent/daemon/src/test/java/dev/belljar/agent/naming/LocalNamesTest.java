package dev.belljar.agent.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.view.host.DoctorCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that a real Avahi announces names, that a real resolver finds them, and that missing settings of the
/// host are reported.
@Tag("slow")
class LocalNamesTest {
    private static final String DEBIAN = "files mdns4_minimal [NOTFOUND=return] dns";
    private static final String MENDED = "files mdns4_minimal [NOTFOUND=return] mdns4 dns";
    private static final String ALLOWED = ".sandbox.local.\n.sandbox.local\n";

    private Path folder;
    private NamespacedHost host;
    private LocalNames names;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(NamespacedHost.missing().isEmpty(), () -> "not installed here");
        folder = Files.createTempDirectory("names");
        host = NamespacedHost.start(folder);
        host.resolver(MENDED, ALLOWED);
        names = new LocalNames(new AvahiNames(host.bus()), this::resolvesHere, host.files());
        names.begin();
        names.announce(List.of("shop.sandbox.local", "3000-shop.sandbox.local"));
    }

    @AfterEach
    void stop() throws Exception {
        if (host != null) {
            names.close();
            host.close();
        }
    }

    private boolean resolvesHere(String name) {
        try {
            return host.find(name).startsWith("127.0.0.1");
        } catch (CommandException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private DoctorCheck local() {
        return names.checks().getLast();
    }

    @Test
    void aNameResolvesUntilItIsWithdrawn() throws Exception {
        host.avahi();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> resolvesHere("shop.sandbox.local") && resolvesHere("3000-shop.sandbox.local"));
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> names.works());
        assertThat(local().level()).as(local().detail()).isEqualTo("ok");
        names.announce(List.of("shop.sandbox.local"));
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> !resolvesHere("3000-shop.sandbox.local"));
        // A single query may be lost; a withdrawn name is not found, however often it is queried.
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> resolvesHere("shop.sandbox.local"));
    }

    @Test
    void aMissingAvahiIsReportedAndUsedOnceItStarts() throws Exception {
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> local().detail().contains("Avahi is not available"));
        assertThat(names.works()).isFalse();
        host.avahi();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> resolvesHere("shop.sandbox.local"));
    }

    @Test
    void aRestartedAvahiGetsAllNamesAgain() throws Exception {
        host.avahi();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> resolvesHere("shop.sandbox.local"));
        host.killAvahi();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> local().detail().contains("Avahi is not available"));
        host.avahi();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> resolvesHere("shop.sandbox.local"));
    }

    @Test
    void missingResolverSettingsAreNamed() throws Exception {
        host.resolver(DEBIAN, "");
        host.avahi();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> local().detail().contains("cannot resolve the announced names"));
        assertThat(local().detail()).contains("\"mdns4\"", DEBIAN, ".sandbox.local. and .sandbox.local");
        assertThat(local().fix()).isEqualTo("belljar doctor --fix");
    }

    @Test
    void aTakenNameDoesNotAffectTheOthers() throws Exception {
        host.avahi();
        try (AvahiNames other = new AvahiNames(host.bus())) {
            List<String> taken = List.of("shop.sandbox.local");
            names.announce(List.of());
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> other.keep(taken).announced() == 1);
            names.announce(List.of("shop.sandbox.local", "docs.sandbox.local"));
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> resolvesHere("docs.sandbox.local"));
        }
    }
}
