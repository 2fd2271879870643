package dev.belljar.agent;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The variables of the host agent's environment that are words. Another value than these words is refused: a
/// misspelt `off` would otherwise leave on what the user wants to be off.
final class EnvironmentSwitches {
    private static final List<String> ON_OFF = List.of("on", "off");
    private static final Map<String, List<String>> WORDS = new TreeMap<>(Map.of(
            "BELLJAR_AUTOMATIC_SNAPSHOTS", ON_OFF,
            "BELLJAR_EMULATION", List.of("accept", "ask"),
            "BELLJAR_IMAGE_CHECK", ON_OFF,
            "BELLJAR_KEYRING", ON_OFF,
            "BELLJAR_PROJECT_TEMPLATES", List.of("on", "request", "off"),
            "BELLJAR_ROUTES", ON_OFF,
            "BELLJAR_TEMPLATES", ON_OFF,
            "BELLJAR_ZELLIJ", List.of("on", "off", "found")));

    private EnvironmentSwitches() {}

    /// Checks all of them; an empty value is the default.
    ///
    /// @throws IOException naming the variable, its value and what was expected
    static void check(Map<String, String> environment) throws IOException {
        for (Map.Entry<String, List<String>> variable : WORDS.entrySet()) {
            String value = environment.getOrDefault(variable.getKey(), "");
            if (!value.isEmpty() && !variable.getValue().contains(value)) {
                throw new IOException("%s is \"%s\": expected %s"
                        .formatted(
                                variable.getKey(),
                                value,
                                variable.getValue().stream()
                                        .map(word -> "\"" + word + "\"")
                                        .collect(Collectors.joining(" or "))));
            }
        }
    }
}
