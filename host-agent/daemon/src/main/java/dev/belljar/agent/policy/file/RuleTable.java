package dev.belljar.agent.policy.file;

import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.RuleTarget;
import dev.belljar.agent.policy.rule.RuleText;
import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one `[[rule]]` table of a policy: `allow` or `deny` with a destination and its restrictions.
final class RuleTable {
    private static final Set<String> KEYS = Set.of(
            "id",
            "allow",
            "deny",
            "at",
            "methods",
            "protocol",
            "process",
            "direction",
            "expires",
            "minutes",
            "connections",
            "upload",
            "note");

    private RuleTable() {}

    static Rule read(TomlTable table, RuleScope scope) throws PolicyException {
        TomlFields fields = new TomlFields(table, KEYS);
        String allow = fields.text("allow");
        String deny = fields.text("deny");
        if ((allow == null) == (deny == null)) {
            throw PolicyException.invalidFile(
                    "line " + table.line() + ": expected either \"allow\" or \"deny\", with a destination");
        }
        String direction = fields.text("direction");
        if (direction != null && !direction.equals("egress")) {
            throw fields.wrong("direction", "\"egress\" (guests accept no connections from the network)");
        }
        // The id in the file is only for people and tools that read it: it is computed again from the rule's
        // content.
        fields.text("id");
        RuleBudget budget = new RuleBudget(
                fields.number("minutes", Integer.MAX_VALUE),
                fields.number("connections", Integer.MAX_VALUE),
                fields.size("upload"));
        try {
            RuleTarget target = RuleTarget.of(allow == null ? String.valueOf(deny) : allow);
            return RuleText.checked(
                    allow == null ? RuleAction.DENY : RuleAction.ALLOW,
                    match(target, fields),
                    scope,
                    fields.time("expires"),
                    budget,
                    fields.text("note"));
        } catch (PolicyException e) {
            throw e.code().equals(PolicyException.RULE)
                    ? PolicyException.invalidFile("the rule at line " + table.line() + ": " + e.getMessage())
                    : e;
        }
    }

    private static RuleMatch match(RuleTarget target, TomlFields fields) throws PolicyException {
        String at = fields.text("at");
        if (at != null && target.address() != null) {
            throw PolicyException.rule("at", at, "no address here, because the destination is an address already");
        }
        return new RuleMatch(
                target.name(),
                at == null ? target.address() : at,
                target.ports(),
                fields.text("protocol"),
                fields.text("process"),
                fields.text("methods"),
                target.path());
    }

    static void write(Rule rule, StringBuilder toml) {
        RuleMatch match = rule.match();
        toml.append("\n[[rule]]\n");
        TomlFields.write(toml, "id", rule.id());
        TomlFields.write(toml, rule.action().name().toLowerCase(Locale.ROOT), RuleTarget.word(match));
        TomlFields.write(toml, "methods", match.methods());
        TomlFields.write(toml, "at", match.name() == null ? null : match.address());
        TomlFields.write(toml, "protocol", match.protocol());
        TomlFields.write(toml, "process", match.process());
        Long until = rule.expires();
        bare(toml, "expires", until == null ? null : Instant.ofEpochMilli(until));
        bare(toml, "minutes", rule.budget().minutes());
        bare(toml, "connections", rule.budget().connections());
        bare(toml, "upload", rule.budget().upload());
        TomlFields.write(toml, "note", rule.note());
    }

    private static void bare(StringBuilder toml, String key, @Nullable Object value) {
        if (value != null) {
            toml.append(key).append(" = ").append(value).append('\n');
        }
    }
}
