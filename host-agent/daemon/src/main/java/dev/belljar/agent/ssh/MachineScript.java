package dev.belljar.agent.ssh;

import dev.belljar.contract.reduce.AgentScripts;
import dev.belljar.contract.request.session.ExecCommand;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Scripts that are run in a machine as root to set up ssh keys. Keys are passed as variables, never as part of
/// the script.
///
/// Each line that Belljar adds to `authorized_keys` ends with a mark, so that Belljar can remove it with its
/// key; the user's own lines stay.
public final class MachineScript {
    /// The type of host keys.
    public static final String HOST_KEY_TYPE = "ssh-ed25519";

    /// A busy emulated machine is slow.
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /// The key pair that Belljar made for a machine is told from the user's by its comment. A key is renamed
    /// into place once it is complete, because the script may be interrupted.
    private static final String START = """
            set -e
            umask 077
            command -v ssh-keygen >/dev/null || { echo 'OpenSSH is not installed in the guest' >&2; exit 1; }
            home=/home/agent
            group=$(id -gn agent)
            own=$home/.ssh/id_ed25519
            make() {
              rm -f "$1.new" "$1.new.pub"
              ssh-keygen -q -t ed25519 -N '' -C "$2" -f "$1.new" </dev/null
              chown "$3" "$1.new" "$1.new.pub"
              mv -f "$1.new.pub" "$1.pub"
              mv -f "$1.new" "$1"
            }
            """;
    private static final String STRIP = """
            rm -f /etc/ssh/ssh_host_*
            own=/home/agent/.ssh/id_ed25519
            if grep -qs ' belljar:' $own.pub; then rm -f $own $own.pub; fi
            systemctl try-restart ssh.service sshd.service 2>/dev/null
            exit 0
            """;
    private static final String SETTLE = START + """
            host=/etc/ssh/ssh_host_ed25519_key
            file=$home/.ssh/authorized_keys
            if [ -n "$BELLJAR_COPY" ]; then
              rm -f /etc/ssh/ssh_host_*
              if grep -qs ' belljar:' "$own.pub"; then rm -f "$own" "$own.pub"; fi
            fi
            install -d -m 700 -o agent -g "$group" "$home/.ssh"
            rm -f "$file.belljar"
            {
              [ ! -e "$file" ] || sed -e '/ belljar-managed$/d' -e '$a\\' "$file"
              printf '%s\\n' "$BELLJAR_KEYS"
            } > "$file.belljar"
            chown "agent:$group" "$file.belljar"
            mv -f "$file.belljar" "$file"
            [ -s "$host" ] || make "$host" root root
            if [ -n "$BELLJAR_COPY" ]; then
              systemctl try-restart ssh.service sshd.service 2>/dev/null || true
            fi
            ssh-keygen -y -f "$host" </dev/null
            """;
    private static final String OWN = START + """
            [ -e "$own" ] || make "$own" "belljar:$BELLJAR_NAME" "agent:$group"
            [ -s "$own.pub" ] || { echo "$own has no matching .pub file" >&2; exit 1; }
            cat "$own.pub"
            """;

    private static final String MARK = " belljar-managed";

    private MachineScript() {}

    /// Authorizes exactly these keys, besides those that the machine's user added; in a copy the original's keys
    /// are deleted first. Prints the machine's public host key, generated if there is none.
    public static ExecCommand settle(List<String> lines, boolean copy) {
        String marked = lines.stream().map(line -> line + MARK).collect(Collectors.joining("\n"));
        return command("settle", SETTLE, Map.of("BELLJAR_KEYS", marked, "BELLJAR_COPY", copy ? "1" : ""));
    }

    /// Deletes the original's host keys from a copy, and does no more, because the copy has just begun to run
    /// and others wait for it.
    public static ExecCommand strip() {
        return command("strip", STRIP, Map.of());
    }

    /// Prints the public key of the machine's user, generated if there is none.
    public static ExecCommand own(String name) {
        return command("key", OWN, Map.of("BELLJAR_NAME", name));
    }

    private static ExecCommand command(String name, String script, Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("BELLJAR_SCRIPT", script);
        return new ExecCommand(AgentScripts.argv("ssh-" + name), "/", all, "root", false, 0, 0, LIMIT.toMillis());
    }
}
