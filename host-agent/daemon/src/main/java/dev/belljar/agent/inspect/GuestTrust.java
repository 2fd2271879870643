package dev.belljar.agent.inspect;

import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sets up a guest so that its programs trust certificate authorities and find the placeholders of secrets.
///
/// The authorities are that of the sandbox, if any connection is inspected, and those of the host that the user
/// chose. Each is put where `update-ca-certificates` finds it, and is also appended to the existing bundles,
/// because running that program takes seconds under emulation. Programs that read neither get environment
/// variables.
final class GuestTrust {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String AUTHORITIES = "/usr/local/share/belljar/authorities.pem";
    private static final String JAVA_STORE = "/usr/local/share/belljar/java-trust-store";
    private static final List<String> BUNDLE_VARIABLES = List.of(
            "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "CARGO_HTTP_CAINFO");
    private static final String NEXT = "== ";
    private static final String BUNDLE = "/etc/ssl/certs/ca-certificates.crt";
    /// Standard input has a line `== NAME` and the certificate in PEM for each authority, then a line `== ` and
    /// the trust store for Java. Belljar's blocks are between two marker lines; a bundle that is a link into a
    /// read-only store is copied.
    private static final String SCRIPT = """
            umask 022
            begin='# belljar begin'; end='# belljar end'
            block() {
              [ -e "$1" ] || [ -n "$3" ] || return 0
              new="$1.belljar"
              { [ -e "$1" ] && sed "/^$begin\\$/,/^$end\\$/d" "$1"; [ -z "$2" ] || printf '%s\\n%s\\n%s\\n' "$begin" "$2" "$end"; } > "$new"
              chmod 644 "$new" && mv -f "$new" "$1"
            }
            own=/usr/local/share/ca-certificates
            shared=/usr/local/share/belljar
            mkdir -p "$own" "$shared"
            find /etc/ssl/certs -maxdepth 1 -type l -lname "$own/belljar*" -exec rm -f {} + 2>/dev/null
            rm -f "$own"/belljar.crt "$own"/belljar-*.crt
            : > "$shared/authorities.new"
            exec 3>/dev/null
            while IFS= read -r line; do
              case $line in
                '== ') break ;;
                '== '*) exec 3>"$own/${line#== }.crt" ;;
                *) printf '%s\\n' "$line" >&3; printf '%s\\n' "$line" >> "$shared/authorities.new" ;;
              esac
            done
            exec 3>&-
            cat > "$shared/java-trust-store.new"
            settle() { if [ -s "$2" ]; then mv -f "$2" "$1"; else rm -f "$1" "$2"; fi; }
            settle "$shared/authorities.pem" "$shared/authorities.new"
            settle "$shared/java-trust-store" "$shared/java-trust-store.new"
            trusted=
            [ ! -e "$shared/authorities.pem" ] || trusted=$(cat "$shared/authorities.pem")
            if command -v openssl >/dev/null && [ -d /etc/ssl/certs ]; then
              for file in "$own"/belljar.crt "$own"/belljar-*.crt; do
                [ -e "$file" ] || continue
                hash=$(openssl x509 -noout -subject_hash -in "$file") || continue
                number=0
                while [ -e "/etc/ssl/certs/$hash.$number" ]; do number=$((number + 1)); done
                ln -sf "$file" "/etc/ssl/certs/$hash.$number"
              done
            fi
            for bundle in /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-bundle.crt /etc/pki/tls/certs/ca-bundle.crt; do
              block "$bundle" "$trusted" ""
            done
            block /etc/environment "$BELLJAR_ENV" make
            block /etc/profile.d/belljar-secrets.sh "$BELLJAR_EXPORTS" make
            """;

    private GuestTrust() {}

    /// The environment variables that all the developer's programs in the guest get. `java` says whether the
    /// guest has a trust store for Java.
    static Map<String, String> environment(boolean trusts, boolean java, Map<String, String> placeholders) {
        Map<String, String> variables = new LinkedHashMap<>();
        placeholders.forEach((name, placeholder) -> variables.put(variable(name), placeholder));
        if (trusts) {
            variables.put("NODE_EXTRA_CA_CERTS", AUTHORITIES);
            for (String name : BUNDLE_VARIABLES) {
                variables.put(name, BUNDLE);
            }
        }
        if (trusts && java) {
            variables.put("JAVA_TOOL_OPTIONS", "-Djavax.net.ssl.trustStore=" + JAVA_STORE);
        }
        return variables;
    }

    /// The name of the environment variable for a secret.
    private static String variable(String secret) {
        return secret.replace('.', '_').replace('-', '_');
    }

    /// The command that makes the guest trust these certificates, in PEM by the names of their files, and sets
    /// these variables; it undoes what an earlier one did. `input` gives its standard input.
    static ExecCommand command(Map<String, String> variables) {
        StringBuilder lines = new StringBuilder();
        StringBuilder exports = new StringBuilder();
        variables.forEach((name, value) -> {
            lines.append(name).append('=').append(value).append('\n');
            exports.append("export ").append(name).append("='").append(value).append("'\n");
        });
        return new ExecCommand(
                AgentScripts.argv("trust"),
                "/",
                Map.of(
                        "BELLJAR_SCRIPT",
                        SCRIPT,
                        "BELLJAR_ENV",
                        lines.toString().strip(),
                        "BELLJAR_EXPORTS",
                        exports.toString().strip()),
                "root",
                false,
                0,
                0,
                LIMIT.toMillis());
    }

    /// The standard input of the command.
    static byte[] input(Map<String, String> certificates, byte[] javaStore) {
        StringBuilder text = new StringBuilder();
        certificates.forEach((name, pem) ->
                text.append(NEXT).append(name).append('\n').append(pem.strip()).append('\n'));
        text.append(NEXT).append('\n');
        byte[] first = text.toString().getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(first, first.length + javaStore.length);
        System.arraycopy(javaStore, 0, all, first.length, javaStore.length);
        return all;
    }
}
