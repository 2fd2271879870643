package dev.belljar.agent.environment;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.request.session.ExecCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The environment variables of an accepted environment, and how a guest gets them.
///
/// Login shells read them from a file in `/etc/profile.d`, and ssh from `/etc/environment`. Variables that Belljar
/// itself sets are in places that are read later, so these cannot replace them.
public final class GuestVariables {
    /// A part of what a request to start a command may have, so that every command can still be started.
    static final int MOST_BYTES = 16 << 10;

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String NEXT = "== ";
    /// What PAM would read differently from a file, or not at all: the longest line that it reads has 1,024 bytes.
    private static final Pattern NOT_FOR_PAM = Pattern.compile("|[\\s'\"].*|.*[\\s\\\\]|.*#.*", Pattern.DOTALL);

    private static final int LONGEST_FOR_PAM = 1_000;
    /// Standard input has the lines of the file for shells, a line `== `, and those of `/etc/environment`. Belljar's
    /// block is at the beginning there. The shell does not read the values: old ones change some bytes.
    private static final String SCRIPT = """
            umask 022
            export LC_ALL=C
            mkdir -p /etc/profile.d /run/belljar || exit
            new=$(mktemp -d /run/belljar/variables.XXXXXX) || exit
            trap 'rm -rf "$new"' EXIT
            cat > "$new/all" || exit
            shells=/etc/profile.d/belljar-environment.sh
            sed '/^== $/,$d' "$new/all" > "$new/shells"
            if [ -s "$new/shells" ]; then
              cp "$new/shells" "$shells.new" && mv -f "$shells.new" "$shells" || exit
            else
              rm -f "$shells" || exit
            fi
            begin='# belljar environment begin'; end='# belljar environment end'; others=/etc/environment
            sed '1,/^== $/d' "$new/all" > "$new/lines"
            [ -s "$new/lines" ] || grep -q "^$begin\\$" "$others" 2>/dev/null || exit 0
            {
              [ ! -s "$new/lines" ] || { echo "$begin"; cat "$new/lines"; echo "$end"; }
              [ ! -e "$others" ] || sed "/^$begin\\$/,/^$end\\$/d" "$others"
            } > "$others.new" && chmod 644 "$others.new" && mv -f "$others.new" "$others"
            """;

    private GuestVariables() {}

    /// The command that sets the variables of a guest, with its standard input. It undoes what an earlier one did.
    public record VariableSetup(ExecCommand command, byte[] input) {}

    /// How many bytes variables take.
    static int bytes(String name, String value) {
        return name.length() + value.getBytes(StandardCharsets.UTF_8).length + 2;
    }

    /// The variables of an environment by their names. Those that an environment may not have now, but could have in
    /// earlier versions, are left out: all of them if they are too large. They replace those of the image.
    public static Map<String, String> of(Environment environment) {
        Map<String, String> all = new LinkedHashMap<>();
        EnvironmentImage image = environment.image();
        if (image != null) {
            image.variables().forEach(each -> all.put(each.name(), each.value()));
        }
        int size = 0;
        for (EnvironmentVariable each : environment.variables()) {
            size += bytes(each.name(), each.value());
            if (EnvironmentChecks.variable(each.name()) == null && EnvironmentChecks.value(each.value()) == null) {
                all.put(each.name(), each.value());
            }
        }
        return size > MOST_BYTES ? Map.of() : all;
    }

    /// What to run in a guest.
    public static VariableSetup setup(Map<String, String> variables) {
        StringBuilder input = new StringBuilder();
        variables.forEach((name, value) -> input.append("export ")
                .append(name)
                .append("='")
                .append(value.replace("'", "'\\''"))
                .append("'\n"));
        input.append(NEXT).append('\n');
        variables.forEach((name, value) -> {
            if (bytes(name, value) <= LONGEST_FOR_PAM
                    && !NOT_FOR_PAM.matcher(value).matches()) {
                input.append(name).append('=').append(value).append('\n');
            }
        });
        ExecCommand command = BelljarScript.command("variables", SCRIPT, "root", LIMIT);
        return new VariableSetup(command, input.toString().getBytes(StandardCharsets.UTF_8));
    }
}
