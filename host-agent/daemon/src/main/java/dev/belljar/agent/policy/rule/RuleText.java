package dev.belljar.agent.policy.rule;

import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Parses and formats rules as users write them: `allow *.npmjs.org:443 tcp by /usr/bin/node connections 5`,
/// `deny POST,PUT github.com/acme/*`.
///
/// After the destination, in any order: a protocol (`any` for any protocol, also on ports 443 and 8443), `at
/// RANGE` (the addresses a name may have), `by PROGRAM`, `until TIME`, `minutes N`, `connections N`, `upload
/// BYTES`.
public final class RuleText {
    private static final int LONGEST = 1_000;

    private String destination = "";
    private @Nullable String methods;
    private @Nullable String at;
    private @Nullable String protocol;
    private @Nullable String process;
    private @Nullable Long expires;
    private @Nullable Integer minutes;
    private @Nullable Integer connections;
    private @Nullable Long upload;

    private RuleText() {}

    /// Parses a rule.
    ///
    /// @throws PolicyException `policy.rule-invalid` naming the word that is wrong
    public static Rule parse(String text, RuleScope scope, @Nullable String note) throws PolicyException {
        if (text.length() > LONGEST || text.isBlank()) {
            throw PolicyException.rule("rule", text, "\"allow\" or \"deny\", followed by a destination");
        }
        Iterator<String> words = List.of(text.strip().split("\\s+")).iterator();
        RuleAction action = action(words.next());
        RuleText read = new RuleText();
        String first = next(words, "destination");
        read.methods = RequestPattern.methods(first) ? first : null;
        read.destination = read.methods == null ? first : next(words, "destination");
        while (words.hasNext()) {
            read.take(words.next(), words);
        }
        RuleBudget budget = new RuleBudget(read.minutes, read.connections, read.upload);
        return checked(action, read.match(), scope, read.expires, budget, note);
    }

    private RuleMatch match() throws PolicyException {
        RuleTarget target = RuleTarget.of(destination);
        String address = at;
        if (address != null && target.address() != null) {
            throw PolicyException.rule("at", address, "no address here, because the destination is an address already");
        }
        return new RuleMatch(
                target.name(),
                address == null ? target.address() : address,
                target.ports(),
                protocol,
                process,
                methods,
                target.path());
    }

    /// Makes a rule of these parts, with an id computed from its content.
    public static Rule checked(
            RuleAction action,
            RuleMatch match,
            RuleScope scope,
            @Nullable Long expires,
            RuleBudget budget,
            @Nullable String note)
            throws PolicyException {
        Rule rule = new Rule("", action, match, scope, expires, budget, note);
        CompiledRule.of(rule);
        if (action == RuleAction.DENY && !budget.none()) {
            throw PolicyException.rule("budget", words(rule), "a deny rule without limits");
        }
        return new Rule(id(rule), action, match, scope, expires, budget, note);
    }

    private static RuleAction action(String word) throws PolicyException {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "allow" -> RuleAction.ALLOW;
            case "deny" -> RuleAction.DENY;
            default -> throw PolicyException.rule("rule", word, "\"allow\" or \"deny\" as the first word");
        };
    }

    private void take(String word, Iterator<String> words) throws PolicyException {
        switch (word) {
            case "at" -> at = next(words, word);
            case "by" -> process = next(words, word);
            case "until" -> expires = time(next(words, word));
            case "minutes" -> minutes = (int) number(word, next(words, word), Integer.MAX_VALUE);
            case "connections" -> connections = (int) number(word, next(words, word), Integer.MAX_VALUE);
            case "upload" -> upload = size(next(words, word));
            default -> {
                if (!CompiledRule.PROTOCOLS.contains(word)) {
                    throw PolicyException.rule(
                            "word",
                            word,
                            "a protocol (tcp, udp, icmp, dns, any), \"at\", \"by\", \"until\", \"minutes\", "
                                    + "\"connections\" or \"upload\"");
                }
                protocol = word;
            }
        }
    }

    private static String next(Iterator<String> words, String after) throws PolicyException {
        if (!words.hasNext()) {
            throw PolicyException.rule(after, "", "a value");
        }
        return words.next();
    }

    private static long time(String word) throws PolicyException {
        try {
            return Instant.parse(word).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw PolicyException.rule("until", word, "a time such as 2027-01-31T18:00:00Z");
        }
    }

    public static long number(String what, String word, long most) throws PolicyException {
        try {
            long number = Long.parseLong(word);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The exception below reports it.
        }
        throw PolicyException.rule(what, word, "a whole number from 1 to " + most);
    }

    /// Parses a number of bytes, with an optional suffix `K`, `M` or `G` (powers of 1,024).
    public static long size(String word) throws PolicyException {
        int shift = switch (word.isEmpty() ? ' ' : Character.toUpperCase(word.charAt(word.length() - 1))) {
            case 'K' -> 10;
            case 'M' -> 20;
            case 'G' -> 30;
            default -> 0;
        };
        String digits = shift == 0 ? word : word.substring(0, word.length() - 1);
        return number("upload", digits, Long.MAX_VALUE >> shift) << shift;
    }

    /// Formats a rule in words that `parse` accepts, unless its program's path contains a blank.
    public static String words(Rule rule) {
        StringBuilder words = new StringBuilder(rule.action().name().toLowerCase(Locale.ROOT));
        RuleMatch match = rule.match();
        add(words, "", match.methods());
        words.append(' ').append(RuleTarget.word(match));
        add(words, "", match.protocol());
        add(words, "at ", match.name() == null ? null : match.address());
        add(words, "by ", match.process());
        Long until = rule.expires();
        add(words, "until ", until == null ? null : Instant.ofEpochMilli(until));
        add(words, "minutes ", rule.budget().minutes());
        add(words, "connections ", rule.budget().connections());
        add(words, "upload ", rule.budget().upload());
        return words.toString();
    }

    private static void add(StringBuilder words, String head, @Nullable Object value) {
        if (value != null) {
            words.append(' ').append(head).append(value);
        }
    }

    private static String id(Rule rule) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(words(rule).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
