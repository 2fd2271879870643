package dev.belljar.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that all texts of the window are in resource bundles, and that none is missing or unused.
class WindowTextsTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/belljar/app");
    private static final Path TEXTS = Path.of("src/main/resources/dev/belljar/app");

    /// Literals that look like texts but are none, by class.
    private static final Map<String, Pattern> NO_TEXTS = Map.of(
            // Programs that run in a sandbox.
            "ProcessScript",
            Pattern.compile("^(kill -s|tr '|same\\(\\))|\\$PID"),
            // The rule language, which the host agent reads.
            "RuleSyntax",
            Pattern.compile("^ ?(at|by|until|minutes|connections|upload) $"),
            // Names of fonts and their files.
            "CanvasPen",
            Pattern.compile("^(Inter|JetBrains Mono)( Medium| SemiBold)?$"),
            "AppFonts",
            Pattern.compile("^JetBrains Mono 13$|^(Inter|JetBrainsMono)[A-Za-z]*[0-9]{2}\\.[ot]tf$"));

    /// The package whose literals, also below it, are recorded data and not texts of the window.
    private static final String RECORDED_DATA = "recorded";

    static List<String> packages() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(Files::isDirectory)
                    .map(folder -> SOURCES.relativize(folder).toString())
                    .filter(name -> !name.equals(RECORDED_DATA) && !name.startsWith(RECORDED_DATA + "/"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("packages")
    void textsAreInTheBundleOfTheirPackage(String name) throws IOException {
        assertThat(TextRules.problems(SOURCES.resolve(name), TEXTS.resolve(name).resolve("texts.properties"), NO_TEXTS))
                .isEmpty();
    }

    @Test
    void aLiteralAMissingKeyAnUnusedKeyAndALoneApostropheAreFound(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("Offender.java"), """
                import dev.belljar.app.text.Texts;
                import dev.belljar.app.ui.UiParts;
                import java.io.IOException;
                import javafx.scene.control.Label;
                class Offender {
                    private static final Texts TEXTS = Texts.of(Offender.class);
                    enum Kind { FIRST, SECOND }
                    Label a = new Label("Nothing here");
                    Label b = UiParts.text("live", "muted");
                    Label c = new Label(TEXTS.get("offender.missing"));
                    Label d = new Label(TEXTS.get("offender." + kind()));
                    String e = two() ? "Two of " + two() : TEXTS.get(two() ? "offender.used" : "offender.also");
                    Label f = UiParts.key("Ctrl Shift A");
                    boolean g = kind().contains("PRIVATE KEY");
                    String h = TEXTS.get(Kind.FIRST);
                    String i = TEXTS.get(kind());
                    String j = Offender.name("The title of it");
                    boolean k = "Shown to users".concat(kind()).contains("x");
                    int l = switch (kind()) { case "Two words" -> 1; default -> 2; };
                    static String name(String title) { return title; }
                    String kind() { return ""; }
                    boolean two() { return true; }
                    void fine() {
                        Thread.ofVirtual().name("A thread").start(() -> {});
                        throw new IllegalStateException("The developer reads this");
                    }
                    void told() throws IOException { throw new IOException(TEXTS.get("offender.told")); }
                    void raw() throws IOException { throw new IOException("The user reads this"); }
                }
                """);
        Path texts = Files.writeString(folder.resolve("texts.properties"), """
                Offender.Kind.FIRST=One of two
                Offender.Kind.THIRD=None
                offender.used=It''s used
                offender.also=It's dropped
                offender.told=A person reads this
                offender.unused=Nobody reads this
                """);
        assertThat(TextRules.problems(folder, texts, Map.of()))
                .containsExactlyInAnyOrder(
                        "Offender.java:8: the literal “Nothing here” belongs in texts.properties",
                        "Offender.java:9: the literal “live” belongs in texts.properties",
                        "Offender.java:11: a key that is put together; write it whole, or use a constant of an enum",
                        "Offender.java:12: the literal “Two of ” belongs in texts.properties",
                        "Offender.java:16: a key that is computed; write it whole, or use a constant of an enum",
                        "Offender.java:17: the literal “The title of it” belongs in texts.properties",
                        "Offender.java:18: the literal “Shown to users” belongs in texts.properties",
                        "Offender.java:28: the literal “The user reads this” belongs in texts.properties",
                        "no text for the key Offender.Kind.SECOND",
                        "no text for the key offender.missing",
                        "no code uses the key Offender.Kind.THIRD",
                        "no code uses the key offender.unused",
                        "a single apostrophe, which a pattern drops, in the text of offender.also");
        assertThat(TextRules.problems(folder, texts, Map.of("Offender", Pattern.compile("^Nothing here$"))))
                .hasSize(12);
    }
}
