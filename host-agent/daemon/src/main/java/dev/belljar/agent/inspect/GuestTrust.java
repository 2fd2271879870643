package dev.belljar.agent.inspect;

import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sets up a guest so that its programs trust the sandbox's certificate authority and find the placeholders.
///
/// The certificate is put where `update-ca-certificates` finds it, and is also appended to the existing bundles,
/// because running that program takes seconds under emulation. Programs that read neither get environment
/// variables.
final class GuestTrust {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String FILE = "/usr/local/share/ca-certificates/belljar.crt";
    private static final String BUNDLE = "/etc/ssl/certs/ca-certificates.crt";
    /// Belljar's blocks are between two marker lines; a bundle that is a link into a read-only store is copied.
    private static final String SCRIPT = """
            umask 022
            begin='# belljar begin'; end='# belljar end'
            block() {
              [ -e "$1" ] || [ -n "$3" ] || return 0
              new="$1.belljar"
              { [ -e "$1" ] && sed "/^$begin\\$/,/^$end\\$/d" "$1"; [ -z "$2" ] || printf '%s\\n%s\\n%s\\n' "$begin" "$2" "$end"; } > "$new"
              chmod 644 "$new" && mv -f "$new" "$1"
            }
            file=/usr/local/share/ca-certificates/belljar.crt
            mkdir -p /usr/local/share/ca-certificates
            for old in /etc/ssl/certs/*.0; do
              [ "$(readlink "$old" 2>/dev/null)" = "$file" ] && rm -f "$old"
            done
            if [ -n "$BELLJAR_CA" ]; then
              printf '%s\\n' "$BELLJAR_CA" > "$file"
              if command -v openssl >/dev/null; then
                hash=$(openssl x509 -noout -subject_hash -in "$file") && ln -sf "$file" "/etc/ssl/certs/$hash.0"
              fi
            else
              rm -f "$file"
            fi
            for bundle in /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-bundle.crt /etc/pki/tls/certs/ca-bundle.crt; do
              block "$bundle" "$BELLJAR_CA" ""
            done
            block /etc/environment "$BELLJAR_ENV" make
            block /etc/profile.d/belljar-secrets.sh "$BELLJAR_EXPORTS" make
            """;

    private GuestTrust() {}

    /// The environment variables that all the developer's programs in the guest get.
    static Map<String, String> environment(boolean trusts, Map<String, String> placeholders) {
        Map<String, String> variables = new LinkedHashMap<>();
        placeholders.forEach((name, placeholder) -> variables.put(variable(name), placeholder));
        if (trusts) {
            variables.put("NODE_EXTRA_CA_CERTS", FILE);
            variables.put("SSL_CERT_FILE", BUNDLE);
            variables.put("REQUESTS_CA_BUNDLE", BUNDLE);
        }
        return variables;
    }

    /// The name of the environment variable for a secret.
    private static String variable(String secret) {
        return secret.replace('.', '_').replace('-', '_');
    }

    /// The command that makes the guest trust this certificate and sets these variables; it undoes what an
    /// earlier one did.
    static ExecCommand command(String certificate, Map<String, String> variables) {
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
                        "BELLJAR_CA",
                        certificate.strip(),
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
}
