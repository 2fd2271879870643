package dev.belljar.agent.oci;

import dev.belljar.contract.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the configuration of an image says about the programs in it: environment variables as `NAME=VALUE`,
/// the folder and the user that programs begin with, ports, and the command that a container engine would
/// run.
///
/// The texts have no invisible characters, and there is a bounded number of them.
public record OciConfig(
        List<String> variables,
        String folder,
        String user,
        List<String> ports,
        List<String> entrypoint,
        List<String> command) {
    private static final int MOST_TEXTS = 100;
    private static final int LONGEST = 4_096;

    public OciConfig {
        variables = List.copyOf(variables);
        ports = List.copyOf(ports);
        entrypoint = List.copyOf(entrypoint);
        command = List.copyOf(command);
    }

    static OciConfig of(OciJson configuration) {
        OciJson config = configuration.object("config");
        return new OciConfig(
                shown(config.texts("Env")),
                shown(config.text("WorkingDir")),
                shown(config.text("User")),
                shown(List.copyOf(
                        new TreeSet<>(config.object("ExposedPorts").fields().keySet()))),
                shown(config.texts("Entrypoint")),
                shown(config.texts("Cmd")));
    }

    private static List<String> shown(List<String> texts) {
        List<String> all = new ArrayList<>();
        for (String text : texts.subList(0, Math.min(MOST_TEXTS, texts.size()))) {
            all.add(shown(text));
        }
        return all;
    }

    private static String shown(@Nullable String text) {
        StringBuilder words = new StringBuilder();
        if (text != null) {
            text.codePoints().limit(LONGEST).filter(VisibleText::is).forEach(words::appendCodePoint);
        }
        return words.toString();
    }
}
