package dev.belljar.app.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that all texts of the window are in resource bundles, and that none is missing or unused.
class WindowTextsTest {
    private static final Path SOURCES = Path.of("src/main/java/dev/belljar/app");
    private static final Path TEXTS = Path.of("src/main/resources/dev/belljar/app");

    /// Classes whose literals look like texts but are none, with the kind of their literals.
    private static final Map<String, String> NO_TEXTS = Map.ofEntries(
            Map.entry("SyntaxHighlighter", "key words of programming languages"),
            Map.entry("Icon", "outlines of icons"),
            Map.entry("InputPrompt", "what programs ask, as patterns"),
            Map.entry("ProcessScript", "programs that run in a sandbox"),
            Map.entry("RuleSyntax", "the rule language, which the host agent reads"),
            Map.entry("TreePen", "names of fonts"),
            Map.entry("AppFonts", "names of fonts and their files"),
            Map.entry("WindowOptions", "options of the command line and what they refuse"),
            Map.entry("WindowLogging", "the beginning of a sentence in JavaFX's log"),
            Map.entry("CheckFixes", "commands that the host agent proposes"));

    /// The package whose literals are recorded data and not texts of the window.
    private static final String RECORDED_DATA = "recorded";

    static List<String> packages() throws IOException {
        try (Stream<Path> all = Files.walk(SOURCES)) {
            return all.filter(Files::isDirectory)
                    .map(folder -> SOURCES.relativize(folder).toString())
                    .filter(name -> !name.equals(RECORDED_DATA))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("packages")
    void textsAreInTheBundleOfTheirPackage(String name) throws IOException {
        assertThat(TextRules.problems(
                        SOURCES.resolve(name), TEXTS.resolve(name).resolve("texts.properties"), NO_TEXTS.keySet()))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void everyConstantOfAnEnumHasItsText(String name) throws Exception {
        if (!Files.exists(TEXTS.resolve(name).resolve("texts.properties"))) {
            return;
        }
        ResourceBundle bundle = ResourceBundle.getBundle(
                "dev.belljar.app." + (name.isEmpty() ? "" : name + ".") + "texts", Locale.ROOT);
        for (String type : enums(bundle)) {
            Set<String> constants = new TreeSet<>();
            for (Object constant : EnumTypes.named(type).getEnumConstants()) {
                constants.add(type + "." + ((Enum<?>) constant).name());
            }
            assertThat(bundle.keySet().stream().filter(key -> key.startsWith(type + ".")))
                    .containsExactlyInAnyOrderElementsOf(constants);
        }
    }

    @Test
    void aLiteralAMissingKeyAnUnusedKeyAndALoneApostropheAreFound(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("Offender.java"), """
                class Offender {
                    private static final Texts TEXTS = Texts.of(Offender.class);
                    Label a = new Label("Nothing here");
                    Label b = UiParts.text("live", "muted");
                    Label c = new Label(TEXTS.get("offender.missing"));
                    Label d = new Label(TEXTS.get("offender." + kind()));
                    String e = two ? "Two of " + two : TEXTS.get(two ? "offender.used" : "offender.also");
                    Label f = UiParts.key("Ctrl Shift A");
                    boolean g = words.contains("PRIVATE KEY");
                    void fine() { throw new IllegalStateException("The developer reads this"); }
                    void told() { throw new IOException(TEXTS.get("offender.told")); }
                }
                """);
        Path texts = Files.writeString(folder.resolve("texts.properties"), """
                offender.used=It''s used
                offender.also=It's dropped
                offender.told=A person reads this
                offender.unused=Nobody reads this
                """);
        assertThat(TextRules.problems(folder, texts, Set.of()))
                .containsExactlyInAnyOrder(
                        "Offender.java:3: the literal “Nothing here” belongs in texts.properties",
                        "Offender.java:4: the literal “live” belongs in texts.properties",
                        "Offender.java:6: a key that is put together; write it whole, or use a constant of an enum",
                        "Offender.java:7: the literal “Two of ” belongs in texts.properties",
                        "no text for the key offender.missing",
                        "no code uses the key offender.unused",
                        "a single apostrophe, which a pattern drops, in the text of offender.also");
    }

    private static Set<String> enums(ResourceBundle bundle) {
        Set<String> types = new TreeSet<>();
        for (String key : bundle.keySet()) {
            if (Character.isUpperCase(key.charAt(0))) {
                types.add(key.substring(0, key.lastIndexOf('.')));
            }
        }
        return types;
    }
}
