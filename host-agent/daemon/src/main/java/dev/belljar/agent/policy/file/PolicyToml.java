package dev.belljar.agent.policy.file;

import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.contract.codec.TomlFault;
import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads and writes policies as TOML: `preset`, `at-most`, `hold-seconds` and any number of `[[rule]]` tables.
/// An unknown key is an error, so that a misspelt restriction is not silently ignored.
public final class PolicyToml {
    static final int MOST_BYTES = 256 << 10;
    static final int LONGEST_HOLD = 3_600;
    private static final int MOST_RULES = 2_000;
    private static final Set<String> KEYS = Set.of("preset", "at-most", "hold-seconds", "project", "rule");

    private final TomlTable table;
    private final RuleScope scope;

    private PolicyToml(TomlTable table, RuleScope scope) {
        this.table = table;
        this.scope = scope;
    }

    /// Reads a policy whose rules are of this scope.
    ///
    /// @throws PolicyException `policy.file-invalid` naming the line and what was expected
    public static PolicyDocument read(String toml, RuleScope scope) throws PolicyException {
        if (toml.length() > MOST_BYTES) {
            throw PolicyException.invalidFile(
                    "a policy of %d characters: expected at most %d characters".formatted(toml.length(), MOST_BYTES));
        }
        try {
            return new PolicyToml(TomlTable.read(toml), scope).document();
        } catch (TomlFault e) {
            throw PolicyException.invalidFile(String.valueOf(e.getMessage()));
        }
    }

    private PolicyDocument document() throws PolicyException {
        TomlFields fields = new TomlFields(table, KEYS);
        Integer hold = fields.number("hold-seconds", LONGEST_HOLD);
        return new PolicyDocument(
                networkMode(fields, "preset"), networkMode(fields, "at-most"), hold, fields.text("project"), rules());
    }

    private static @Nullable NetworkMode networkMode(TomlFields fields, String key) throws PolicyException {
        String word = fields.text(key);
        if (word == null) {
            return null;
        }
        for (NetworkMode mode : NetworkMode.values()) {
            if (word.equals(mode.name().toLowerCase(Locale.ROOT))) {
                return mode;
            }
        }
        throw fields.wrong(key, "\"closed\", \"registries\", \"ask\" or \"open\"");
    }

    private List<Rule> rules() throws PolicyException {
        Object value = table.value("rule");
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> all) || !all.stream().allMatch(TomlTable.class::isInstance)) {
            throw PolicyException.invalidFile("rule: expected [[rule]] tables");
        }
        if (all.size() > MOST_RULES) {
            throw PolicyException.invalidFile(
                    "too many rules (%d): expected at most %d".formatted(all.size(), MOST_RULES));
        }
        List<Rule> rules = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (Object each : all) {
            Rule rule = RuleTable.read((TomlTable) each, scope);
            // Two equal rules count as one.
            if (ids.add(rule.id())) {
                rules.add(rule);
            }
        }
        return rules;
    }

    /// The policy as TOML that `read` reads again.
    public static String write(PolicyDocument policy) {
        StringBuilder toml =
                new StringBuilder("# A Belljar policy. Comments are lost when Belljar rewrites this file.\n");
        TomlFields.write(toml, "project", policy.project());
        TomlFields.write(toml, "preset", word(policy.preset()));
        TomlFields.write(toml, "at-most", word(policy.atMost()));
        if (policy.holdSeconds() != null) {
            toml.append("hold-seconds = ").append(policy.holdSeconds()).append('\n');
        }
        policy.rules().forEach(rule -> RuleTable.write(rule, toml));
        return toml.toString();
    }

    private static @Nullable String word(@Nullable NetworkMode mode) {
        return mode == null ? null : mode.name().toLowerCase(Locale.ROOT);
    }
}
