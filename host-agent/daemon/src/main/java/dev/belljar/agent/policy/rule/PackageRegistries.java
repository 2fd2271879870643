package dev.belljar.agent.policy.rule;

import dev.belljar.contract.policy.RuleScope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The package registries of the preset `registries`, from a file of this build.
public final class PackageRegistries {
    private PackageRegistries() {}

    public static List<CompiledRule> known() {
        try (InputStream file = PackageRegistries.class.getResourceAsStream("registries.txt")) {
            if (file == null) {
                throw new IllegalStateException("registries.txt is missing from this build");
            }
            return read(new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (PolicyException e) {
            throw new IllegalStateException("registries.txt: " + e.getMessage(), e);
        }
    }

    private static List<CompiledRule> read(BufferedReader lines) throws IOException, PolicyException {
        List<CompiledRule> rules = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String rule = line.replaceFirst("#.*", "").strip();
            if (!rule.isEmpty()) {
                rules.add(CompiledRule.of(RuleText.parse("allow " + rule + " tcp", RuleScope.ORGANIZATION, null)));
            }
        }
        return List.copyOf(rules);
    }
}
