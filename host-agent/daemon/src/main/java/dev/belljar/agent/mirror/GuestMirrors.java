package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.ChosenMirrors.MirrorSetup;
import dev.belljar.agent.mirror.MirrorChoices.ChosenMirror;
import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Writes the configuration of a guest's package managers.
///
/// Only files that belong to nobody's project or account are written: each tool has such a file, or reads one
/// that a variable or another file names. A file of the same name that is not Belljar's stays as it is, and is
/// reported.
final class GuestMirrors {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String NPM = "/usr/local/share/belljar/npmrc";
    private static final String PIP = "/etc/xdg/pip/pip.conf";
    private static final String APT = "/etc/apt/apt.conf.d/90belljar-mirror";
    private static final String APT_LOGIN = "/etc/apt/auth.conf.d/belljar.conf";
    private static final String CARGO = "/.cargo/config.toml";
    private static final String MAVEN = "/usr/local/share/belljar/maven-settings.xml";
    private static final String MAVEN_START = "/usr/local/etc/mavenrc";
    private static final List<String> FILES = List.of(NPM, PIP, APT, APT_LOGIN, CARGO, MAVEN, MAVEN_START);
    private static final String MARK = "Written by Belljar";
    /// Standard input has a line `== FILE` and the content of each file. `BELLJAR_FILES` are all files that may
    /// have been written before. apt gets a copy of its list of sources with other addresses.
    private static final String SCRIPT = """
            umask 022
            foreign=
            own() { grep -q "$BELLJAR_MARK" "$1" 2>/dev/null; }
            for file in $BELLJAR_FILES; do own "$file" && rm -f "$file"; done
            sources=/usr/local/share/belljar/apt-sources.list
            rm -f "$sources"
            exec 3>/dev/null
            while IFS= read -r line; do
              case $line in
                '== '*)
                  file=${line#== }
                  exec 3>/dev/null
                  if [ -e "$file" ] && ! own "$file"; then foreign="$foreign $file"; continue; fi
                  mkdir -p "${file%/*}" && exec 3>"$file" ;;
                *) printf '%s\\n' "$line" >&3 ;;
              esac
            done
            exec 3>&-
            rmdir /.cargo /etc/xdg/pip 2>/dev/null
            from='^(deb(-src)?( +\\[[^]]*\\])? +)[^ ]+/[^/ ]*debian[^/ ]*/?( )'
            if [ -n "$BELLJAR_PACKAGES$BELLJAR_SECURITY" ] && [ -e /etc/apt/sources.list ]; then
              mkdir -p "${sources%/*}"
              sed -E -e "/-security( |\\$)/ { ${BELLJAR_SECURITY:+s#$from#\\1$BELLJAR_SECURITY\\4#}
              b
              }" -e "${BELLJAR_PACKAGES:+s#$from#\\1$BELLJAR_PACKAGES\\4#}" /etc/apt/sources.list > "$sources"
            fi
            [ -z "$foreign" ] || { echo "not written by Belljar, so not changed:$foreign" >&2; exit 1; }
            """;

    private final List<ChosenMirror> mirrors;
    private final Map<String, String> placeholders;

    private GuestMirrors(List<ChosenMirror> mirrors, Map<String, String> placeholders) {
        this.mirrors = mirrors;
        this.placeholders = placeholders;
    }

    /// The environment variables with these mirrors.
    static Map<String, String> environment(List<ChosenMirror> mirrors) {
        return mirrors.stream().anyMatch(each -> each.tool() == MirrorTool.NPM) ? environment() : Map.of();
    }

    /// The environment variables with mirrors that are not known. A file that they name and that does not exist changes
    /// nothing.
    static Map<String, String> environment() {
        return Map.of("NPM_CONFIG_GLOBALCONFIG", NPM);
    }

    /// What to run in a guest with these placeholders, by the names of the secrets.
    static MirrorSetup setup(List<ChosenMirror> mirrors, Map<String, String> placeholders) {
        GuestMirrors guest = new GuestMirrors(mirrors, placeholders);
        StringBuilder input = new StringBuilder();
        guest.files().forEach((file, text) -> {
            if (!text.isEmpty()) {
                input.append("== ").append(file).append('\n').append(text);
            }
        });
        ExecCommand command = new ExecCommand(
                AgentScripts.argv("mirrors"),
                "/",
                Map.of(
                        "BELLJAR_SCRIPT", SCRIPT,
                        "BELLJAR_MARK", MARK,
                        "BELLJAR_FILES", String.join(" ", FILES),
                        "BELLJAR_PACKAGES", guest.archive(AptReader.PACKAGES),
                        "BELLJAR_SECURITY", guest.archive(AptReader.SECURITY)),
                "root",
                false,
                0,
                0,
                LIMIT.toMillis());
        return new MirrorSetup(command, input.toString().getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(NPM, text(MirrorTool.NPM, "# ", this::npm));
        files.put(PIP, pip());
        files.put(APT, of(MirrorTool.APT).isEmpty() ? "" : """
                // %s.
                Dir::Etc::sourcelist "/usr/local/share/belljar/apt-sources.list";
                """.formatted(MARK));
        String logins = of(MirrorTool.APT).stream().map(this::aptLogin).collect(Collectors.joining());
        files.put(APT_LOGIN, logins.isEmpty() ? "" : "# " + MARK + ".\n" + logins);
        files.put(CARGO, text(MirrorTool.CARGO, "# ", this::cargo));
        if (!of(MirrorTool.MAVEN).isEmpty()) {
            files.put(MAVEN, maven());
            files.put(MAVEN_START, "# %s.\nset -- -gs %s \"$@\"\n".formatted(MARK, MAVEN));
        }
        return files;
    }

    private List<ChosenMirror> of(MirrorTool tool) {
        return mirrors.stream().filter(each -> each.tool() == tool).toList();
    }

    private String archive(String concerns) {
        return of(MirrorTool.APT).stream()
                .filter(each -> each.concerns().equals(concerns))
                .map(each -> each.address().forGuests())
                .findFirst()
                .orElse("");
    }

    private interface Lines {
        String of(ChosenMirror mirror);
    }

    private String text(MirrorTool tool, String comment, Lines lines) {
        String all = of(tool).stream().map(lines::of).collect(Collectors.joining());
        return all.isEmpty() ? "" : comment + MARK + ".\n" + all;
    }

    /// The placeholder of the mirror's secret; empty if it has none, or the secret was removed.
    private String placeholder(ChosenMirror mirror) {
        return mirror.credential() == null ? "" : placeholders.getOrDefault(mirror.secret(), "");
    }

    private String npm(ChosenMirror mirror) {
        String scope = mirror.concerns().isEmpty() ? "" : mirror.concerns() + ":";
        String registry = "%sregistry=%s\n".formatted(scope, mirror.address().forGuests());
        String placeholder = placeholder(mirror);
        MirrorCredential.CredentialShape shape = mirror.credential();
        if (shape == null || placeholder.isEmpty()) {
            return registry;
        }
        String login = shape.user(placeholder) + ":" + shape.password(placeholder);
        return registry
                + (shape.token()
                        ? "%s:_authToken=%s\n".formatted(shape.place(), placeholder)
                        : "%s:_auth=%s\n".formatted(shape.place(), LoginEncoder.base64(login)));
    }

    private String pip() {
        List<ChosenMirror> all = of(MirrorTool.PIP);
        if (all.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("# " + MARK + ".\n[global]\n");
        all.stream()
                .filter(each -> each.kind() == MirrorKind.INDEX)
                .forEach(each -> text.append("index-url = ").append(pip(each)).append('\n'));
        List<String> more = all.stream()
                .filter(each -> each.kind() == MirrorKind.EXTRA_INDEX)
                .map(this::pip)
                .toList();
        if (!more.isEmpty()) {
            text.append("extra-index-url =\n    ")
                    .append(String.join("\n    ", more))
                    .append('\n');
        }
        // Without TLS, pip uses only servers that are named here.
        List<String> plain = all.stream()
                .filter(each -> !each.address().tls())
                .map(each -> each.address().reached() + ":" + each.address().port())
                .distinct()
                .toList();
        return text + (plain.isEmpty() ? "" : "trusted-host =\n    " + String.join("\n    ", plain) + "\n");
    }

    private String pip(ChosenMirror mirror) {
        MirrorCredential.CredentialShape shape = mirror.credential();
        String placeholder = placeholder(mirror);
        String url = mirror.address().forGuests();
        return shape == null || placeholder.isEmpty()
                ? url
                : url.replaceFirst(
                        "//",
                        "//%s:%s@"
                                .formatted(
                                        LoginEncoder.percent(shape.user(placeholder)),
                                        LoginEncoder.percent(shape.password(placeholder))));
    }

    private String aptLogin(ChosenMirror mirror) {
        MirrorCredential.CredentialShape shape = mirror.credential();
        String placeholder = placeholder(mirror);
        return shape == null || placeholder.isEmpty()
                ? ""
                : "machine %s login %s password %s\n"
                        .formatted(
                                mirror.url().replaceFirst("^https?://", ""),
                                shape.user(placeholder),
                                shape.password(placeholder));
    }

    private String cargo(ChosenMirror mirror) {
        boolean crates = mirror.kind() == MirrorKind.MIRROR;
        String name = crates ? "belljar-" + mirror.id() : mirror.concerns();
        String placeholder = placeholder(mirror);
        return (crates ? "[source.crates-io]\nreplace-with = \"%s\"\n".formatted(name) : "")
                + "[registries.\"%s\"]\nindex = \"sparse+%s\"\n"
                        .formatted(name, mirror.address().forGuests())
                + (placeholder.isEmpty()
                        ? ""
                        : "token = \"%s\"\ncredential-provider = [\"cargo:token\"]\n".formatted(placeholder));
    }

    private String maven() {
        StringBuilder servers = new StringBuilder();
        StringBuilder all = new StringBuilder();
        for (ChosenMirror each : of(MirrorTool.MAVEN)) {
            String id = "belljar-" + each.id();
            all.append("<mirror><id>%s</id><url>%s</url><mirrorOf>%s</mirrorOf></mirror>\n"
                    .formatted(id, each.address().forGuests(), each.concerns()));
            MirrorCredential.CredentialShape shape = each.credential();
            String placeholder = placeholder(each);
            if (shape != null && !placeholder.isEmpty()) {
                servers.append("<server><id>%s</id><username>%s</username><password>%s</password></server>\n"
                        .formatted(
                                id,
                                LoginEncoder.xml(shape.user(placeholder)),
                                LoginEncoder.xml(shape.password(placeholder))));
            }
        }
        return "<!-- %s. -->\n<settings>\n<servers>\n%s</servers>\n<mirrors>\n%s</mirrors>\n</settings>\n"
                .formatted(MARK, servers, all);
    }
}
