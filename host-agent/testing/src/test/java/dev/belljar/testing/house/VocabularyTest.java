package dev.belljar.testing.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests that code, documents and texts of all modules use one word for each concept, and that each check
/// finds its planted offender.
class VocabularyTest {
    /// The maximum number of type names of a single word, which often need a sentence to explain them; there
    /// were once 384.
    private static final int SINGLE_WORDS = 150;

    /// The same for nested types of production code that are not private. It may only fall.
    private static final int SINGLE_NESTED_WORDS = 122;

    private static Vocabulary vocabulary;
    private static Checkout real;
    private static Checkout offender;

    @BeforeAll
    static void read() throws IOException, URISyntaxException {
        vocabulary = Vocabulary.read();
        real = Checkout.read(Checkout.root());
        offender = Checkout.read(Path.of(Objects.requireNonNull(
                        VocabularyTest.class.getResource("/offenders/vocabulary"), "the planted offenders")
                .toURI()));
    }

    @Test
    void allModulesAreRead() {
        assertThat(real.sources().keySet())
                .hasSizeGreaterThan(1500)
                .contains(
                        "app/src/main/java/dev/belljar/app/package-info.java",
                        "host-agent/testing/src/test/java/dev/belljar/testing/house/Vocabulary.java",
                        "host-agent/contract/src/main/java/dev/belljar/contract/view/host/package-info.java",
                        "host-agent/daemon/src/main/java/dev/belljar/agent/package-info.java");
        assertThat(real.documents().keySet())
                .contains(
                        "README.md",
                        "host-agent/daemon/src/main/resources/dev/belljar/agent/api/openapi/openapi.json",
                        "app/src/main/resources/dev/belljar/app/log/texts.properties",
                        "caddy/page.html");
        assertThat(real.programs().keySet())
                .contains(
                        ".ci/run",
                        "assets/themes/screens.css",
                        "host-agent/confine/src/confine.h",
                        "host-agent/confine/src/main.c",
                        "installers/test",
                        "installers/packaging/belljar",
                        "microvm-nix/debian/build-image",
                        "microvm-nix/guest-agent/src/main.c");
    }

    @Test
    void theWordsThatTheGlossaryExcludesAreRetiredOrHaveAnotherSense() throws IOException {
        assertThat(vocabulary.unlisted(Files.readString(Checkout.root().resolve("host-agent/GLOSSARY.md"))))
                .isEmpty();
        assertThat(vocabulary.unlisted("| **rule** | allows destinations | `Rule` | server, decree; moment |"))
                .containsExactly("decree");
    }

    @Test
    void eachExemptFileStillHasItsRetiredWord() {
        assertThat(vocabulary.unusedExemptions(real)).isEmpty();
    }

    @Test
    void anExemptionThatIsNotNeededAnyMoreIsFound() {
        assertThat(vocabulary.unusedExemptions(offender))
                .contains("microvm-nix/debian/customize: octet is exempt, but the file does not have it");
    }

    @Test
    void noSimpleTypeNameIsInTwoPackages() {
        assertThat(Vocabulary.sharedNames(real)).isEmpty();
    }

    @Test
    void aSimpleTypeNameInTwoPackagesIsFound() {
        assertThat(Vocabulary.sharedNames(offender)).hasSize(1).containsEntry("SharedName", packages("one", "two"));
    }

    @Test
    void noRetiredWordIsInTheNameOfATypeOrPackage() {
        assertThat(vocabulary.inNames(real)).isEmpty();
    }

    @Test
    void aRetiredWordInANameIsFound() {
        assertThat(vocabulary.inNames(offender))
                .containsExactly(
                        found("app/src/main/java/passage/PassagePort.java", "Passage", "PortForward"),
                        found("app/src/main/java/passage/PassagePort.java", "Frozen", "Saved"),
                        found("app/src/main/java/passage/PassagePort.java", "passage", "portforward"),
                        found("host-agent/daemon/src/main/java/two/SavedMoments.java", "Moment", "Snapshot"));
    }

    @Test
    void noRetiredWordIsInAnIdentifier() {
        assertThat(vocabulary.inIdentifiers(real)).isEmpty();
    }

    @Test
    void aRetiredWordInAnIdentifierIsFound() {
        assertThat(vocabulary.inIdentifiers(offender))
                .containsExactly(
                        found("app/src/main/java/passage/PassagePort.java", "Wish", "request, command or task"),
                        found("assets/themes/screens.css", "Desk", "context, handler or controller"),
                        found("assets/themes/screens.css", "Storeroom", "retention"),
                        found("host-agent/confine/src/door.h", "Deed", "action"),
                        found("installers/start", "Caretaker", "idleReaper"),
                        found("microvm-nix/guest-agent/src/booth.c", "Booth", "window"));
    }

    @Test
    void noRetiredWordIsInACommentAStringOrADocument() {
        assertThat(vocabulary.inTexts(real)).isEmpty();
    }

    @Test
    void aRetiredWordInACommentAStringOrADocumentIsFound() {
        assertThat(vocabulary.inTexts(offender))
                .containsExactly(
                        found("app/src/main/java/passage/PassagePort.java", "looking glass", "TLS inspector"),
                        found("host-agent/daemon/src/main/java/two/SavedMoments.java", "octet", "byte"),
                        found(".ci/run", "lobby", "attribution queue"),
                        found("assets/themes/screens.css", "desk", "handler or controller"),
                        found("assets/themes/screens.css", "storeroom", "retention service"),
                        found("host-agent/confine/src/door.h", "deed", "action"),
                        found("host-agent/confine/src/door.h", "doorkeeper", "request authorizer"),
                        found("installers/start", "caretaker", "idle reaper"),
                        found("installers/start", "fleet", "sandboxes"),
                        found("microvm-nix/debian/build-image", "octet", "byte"),
                        found("microvm-nix/guest-agent/src/booth.c", "octet", "byte"),
                        found("README.md", "fleet", "sandboxes"),
                        found("app/src/main/resources/texts.properties", "caretaker", "idle reaper"),
                        found("caddy/page.html", "upkeep", "retention"));
    }

    @Test
    void theHostIsNeverCalledAMachine() {
        assertThat(vocabulary.hostAsMachine(real)).isEmpty();
    }

    @Test
    void aHostCalledAMachineIsFound() {
        String say = "this computer for the host; the sandbox, or the machine by its name, for the guest";
        assertThat(vocabulary.hostAsMachine(offender))
                .containsExactly(
                        found("host-agent/daemon/src/main/java/one/SharedName.java", "host machine", "the host"),
                        found("host-agent/daemon/src/main/java/two/SavedMoments.java", "your machine", "this computer"),
                        found("host-agent/client/src/main/java/one/ThisMachine.java", "this machine", say),
                        found("README.md", "this machine", say),
                        found("caddy/page.html", "this machine", say));
    }

    @Test
    void fewTypeNamesAreASingleWord() {
        assertThat(Vocabulary.singleWords(real)).hasSizeBetween(1, SINGLE_WORDS);
    }

    @Test
    void aTypeNameOfASingleWordIsCounted() {
        assertThat(Vocabulary.singleWords(offender)).containsExactly("Single");
    }

    @Test
    void fewNestedTypeNamesAreASingleWord() {
        assertThat(Vocabulary.singleNestedWords(real)).hasSizeBetween(1, SINGLE_NESTED_WORDS);
    }

    @Test
    void aNestedTypeNameOfASingleWordIsCounted() {
        assertThat(Vocabulary.singleNestedWords(offender)).containsExactly("Single");
    }

    @Test
    void onlyTheListedNestedTypeNamesAreInSeveralFiles() {
        assertThat(Vocabulary.sharedNestedNames(real).keySet())
                .containsExactlyElementsOf(vocabulary.allowedSharedNames());
    }

    @Test
    void aNestedTypeNameInSeveralFilesIsFound() {
        assertThat(Vocabulary.sharedNestedNames(offender)).containsOnlyKeys("NestedName");
    }

    private static SortedSet<String> packages(String... names) {
        return new TreeSet<>(List.of(names));
    }

    private static String found(String file, String word, String instead) {
        return "%s: “%s” is not used any more; say: %s".formatted(file, word, instead);
    }
}
