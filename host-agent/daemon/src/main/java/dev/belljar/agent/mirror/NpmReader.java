package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.FoundMirror.MirrorSlot;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the registries in npm's configuration files. What the first file says has precedence.
final class NpmReader {
    private static final String REGISTRY = "registry";
    private static final String TOKEN = ":_authToken";
    private static final String LOGIN = ":_auth";
    private static final String USER = ":username";
    private static final String PASSWORD = ":_password";

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> sources = new LinkedHashMap<>();

    private NpmReader(Map<String, String> texts) {
        texts.forEach((source, text) -> {
            Map<String, String> own = values(text);
            own.keySet().forEach(key -> sources.putIfAbsent(key, source));
            own.forEach(values::putIfAbsent);
        });
    }

    /// The registries in these files.
    static List<FoundMirror> read(Map<String, String> texts) {
        return new NpmReader(texts).mirrors();
    }

    /// The values of a file; of several for one key, the last is valid.
    private static Map<String, String> values(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String each : text.lines().toList()) {
            String line = each.strip();
            if (line.startsWith("[")) {
                break; // npm has no values in sections
            }
            int equals = line.indexOf('=');
            if (equals > 0 && line.charAt(0) != ';' && line.charAt(0) != '#') {
                values.put(
                        line.substring(0, equals).strip(),
                        unquoted(line.substring(equals + 1).strip()));
            }
        }
        return values;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(0) == value.charAt(value.length() - 1);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private List<FoundMirror> mirrors() {
        List<FoundMirror> found = new ArrayList<>();
        values.forEach((key, value) -> {
            String source = sources.getOrDefault(key, "");
            if (key.equals(REGISTRY) || (key.startsWith("@") && key.endsWith(":" + REGISTRY))) {
                String scope = key.equals(REGISTRY) ? "" : key.substring(0, key.length() - REGISTRY.length() - 1);
                MirrorSlot slot = new MirrorSlot(MirrorTool.NPM, MirrorKind.REGISTRY, scope);
                found.add(FoundMirror.of(slot, value, source, credential(value)));
            } else if (List.of("proxy", "https-proxy").contains(key)
                    && !List.of("", "null", "false").contains(value)) {
                found.add(FoundMirror.of(
                        new MirrorSlot(MirrorTool.NPM, MirrorKind.PROXY, key.startsWith("https") ? "https" : "http"),
                        value,
                        source,
                        null));
            }
        });
        return found;
    }

    /// The credential for a registry: npm looks for it under the registry's address without the scheme, then
    /// under each folder above.
    private @Nullable MirrorCredential credential(String registry) {
        MirrorUrl url = MirrorUrl.of(registry);
        String place = url.text().replaceFirst("^https?:", "");
        place = place.endsWith("/") ? place : place + "/";
        while (place.length() > 2) {
            MirrorCredential found = at(place);
            if (found != null) {
                return found;
            }
            place = place.substring(0, place.lastIndexOf('/', place.length() - 2) + 1);
        }
        MirrorCredential own = url.credential();
        String whole = url.text().replaceFirst("^https?:", "");
        return own == null
                ? null
                : new MirrorCredential(
                        new MirrorCredential.CredentialShape(
                                whole.endsWith("/") ? whole : whole + "/",
                                own.shape().user(),
                                own.shape().password()),
                        own.value());
    }

    private @Nullable MirrorCredential at(String place) {
        String token = values.get(place + TOKEN);
        if (token != null) {
            return MirrorCredential.token(place, token);
        }
        String login = values.get(place + LOGIN);
        String text = login == null ? "" : decoded(login);
        if (login != null && text.indexOf(':') >= 0) {
            return MirrorCredential.login(
                    place, text.substring(0, text.indexOf(':')), text.substring(text.indexOf(':') + 1));
        }
        String password = values.get(place + PASSWORD);
        return password == null
                ? null
                : MirrorCredential.login(place, values.getOrDefault(place + USER, ""), decoded(password));
    }

    /// The text in base64; what is not base64, such as an environment variable, is returned as it is.
    private static String decoded(String base64) {
        try {
            return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return base64.contains("${") ? "user:" + base64 : base64;
        }
    }
}
