package dev.belljar.agent.agentstate;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.environment.CodingAgent.TranscriptFormat;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Counts the tokens in one transcript, whose lines it is given once each, in order. Lines that it does not
/// understand are left out; if it understands none, the use is not known.
///
/// Claude Code writes the same message several times, and Gemini CLI writes a message again when it changes:
/// the last one counts. Codex writes running sums.
final class TokenCounter {
    private static final long MOST = 1_000_000_000_000L;
    private static final int MOST_MESSAGES = 512;
    private static final BigDecimal MICROS = BigDecimal.valueOf(1_000_000);
    private static final Pattern AIDER = Pattern.compile(
            "> Tokens: ([0-9.,]{1,12}[kM]?) sent,(?: [0-9.,kM]{1,12} cache (?:write|hit),)* ([0-9.,]{1,12}[kM]?) received\\."
                    + "(?: Cost: \\$[0-9.]{1,12} message, \\$([0-9.]{1,12}) session\\.)?");

    private final TranscriptFormat format;
    /// The newest messages by their ids; those before are part of `sum`.
    private final Map<String, TokenUse> messages = new LinkedHashMap<>();
    private TokenUse sum = TokenUse.NONE;
    private @Nullable Long cost;
    private boolean understood;
    private boolean partial;

    TokenCounter(TranscriptFormat format) {
        this.format = format;
    }

    /// An earlier part of the transcript was not read.
    void skipped() {
        partial = true;
    }

    /// Takes the next line.
    void line(String line) {
        switch (format) {
            case AIDER -> aider(line);
            case CLAUDE, CODEX, GEMINI -> json(line);
            case NONE -> {
                // Nothing can be read.
            }
        }
    }

    /// The use so far; null if it is not known.
    @Nullable
    TokenUse use() {
        if (!understood) {
            return null;
        }
        TokenUse all = sum;
        for (TokenUse each : messages.values()) {
            all = plus(all, each);
        }
        return new TokenUse(all.input(), all.output(), all.cached(), cost, partial && format != TranscriptFormat.CODEX);
    }

    private void json(String line) {
        if (!line.startsWith("{")) {
            return;
        }
        try {
            Map<String, Object> read = ContractJson.readMap(line);
            switch (format) {
                case CLAUDE -> claude(read);
                case CODEX -> codex(read);
                default -> gemini(read);
            }
        } catch (JsonFault e) {
            // A line that is cut off or of another format tells nothing.
        }
    }

    private void claude(Map<String, Object> line) {
        if ("cost-state".equals(line.get("type")) && line.get("totalCostUSD") instanceof Number dollars) {
            cost = micros(dollars.toString());
            return;
        }
        Map<?, ?> message = map(line.get("message"));
        Map<?, ?> usage = map(message.get("usage"));
        if (!"assistant".equals(line.get("type")) || !(message.get("id") instanceof String id) || usage.isEmpty()) {
            return;
        }
        message(
                id,
                number(usage, "input_tokens") + number(usage, "cache_creation_input_tokens"),
                number(usage, "output_tokens"),
                number(usage, "cache_read_input_tokens"));
    }

    private void codex(Map<String, Object> line) {
        Map<?, ?> payload = map(line.get("payload"));
        Map<?, ?> total = map(map(payload.get("info")).get("total_token_usage"));
        if ("token_count".equals(payload.get("type")) && !total.isEmpty()) {
            understood = true;
            long cached = number(total, "cached_input_tokens");
            sum = new TokenUse(
                    Math.max(0, number(total, "input_tokens") - cached),
                    number(total, "output_tokens"),
                    cached,
                    null,
                    false);
        }
    }

    private void gemini(Map<String, Object> line) {
        Map<?, ?> tokens = map(line.get("tokens"));
        if ("gemini".equals(line.get("type")) && line.get("id") instanceof String id && !tokens.isEmpty()) {
            long cached = number(tokens, "cached");
            message(
                    id,
                    Math.max(0, number(tokens, "input") - cached) + number(tokens, "tool"),
                    number(tokens, "output") + number(tokens, "thoughts"),
                    cached);
        }
    }

    private void aider(String line) {
        Matcher found = AIDER.matcher(line);
        if (found.lookingAt()) {
            understood = true;
            sum = plus(sum, new TokenUse(rounded(found.group(1)), rounded(found.group(2)), 0, null, false));
            String dollars = found.group(3);
            cost = dollars == null ? cost : micros(dollars);
        }
    }

    private void message(String id, long input, long output, long cached) {
        understood = true;
        messages.put(id, new TokenUse(input, output, cached, null, false));
        if (messages.size() > MOST_MESSAGES) {
            String first = messages.keySet().iterator().next();
            TokenUse oldest = messages.remove(first);
            sum = oldest == null ? sum : plus(sum, oldest);
        }
    }

    private static TokenUse plus(TokenUse a, TokenUse b) {
        return new TokenUse(
                Math.min(MOST, a.input() + b.input()),
                Math.min(MOST, a.output() + b.output()),
                Math.min(MOST, a.cached() + b.cached()),
                null,
                false);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> found ? found : Map.of();
    }

    /// A number of tokens; 0 if it is none that can be.
    private static long number(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof Number value && value.longValue() >= 0
                ? Math.min(MOST, value.longValue())
                : 0;
    }

    private static long rounded(String text) {
        char last = text.charAt(text.length() - 1);
        long unit = last == 'k' ? 1_000 : last == 'M' ? 1_000_000 : 1;
        String digits = (unit == 1 ? text : text.substring(0, text.length() - 1)).replace(",", "");
        try {
            return new BigDecimal(digits)
                    .multiply(BigDecimal.valueOf(unit))
                    .min(BigDecimal.valueOf(MOST))
                    .longValue();
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static @Nullable Long micros(String dollars) {
        if (dollars.length() > 30) {
            return null;
        }
        try {
            BigDecimal micros = new BigDecimal(dollars);
            // The scale of a number in JSON can be huge, and multiplying it out would take forever.
            boolean sensible = micros.signum() >= 0 && Math.abs(micros.scale()) < 40;
            return sensible
                    ? micros.multiply(MICROS).min(BigDecimal.valueOf(MOST)).longValue()
                    : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
