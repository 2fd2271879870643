package dev.belljar.agent.ssh;

import dev.belljar.contract.request.ExecCommand;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What is run in a machine, as root, to put keys in place. Keys go as variables, never as text of the script.
///
/// Each of Belljar's lines of `authorized_keys` has its mark at the end, so that none outlives its key whatever
/// happens to the others; those of the person stay.
public final class MachineScript {
    /// The type of the key by which machines are known.
    public static final String HOST_KEY_TYPE = "ssh-ed25519";

    /// An emulated machine that is busy takes its time.
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /// The pair Belljar made for a machine is told from the person's by its comment. A key has its name once it
    /// is whole: whoever asked may be gone in the middle.
    private static final String START = """
            set -e
            umask 077
            command -v ssh-keygen >/dev/null || { echo 'the machine has no OpenSSH' >&2; exit 1; }
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
            [ -s "$own.pub" ] || { echo "$own has no public half beside it" >&2; exit 1; }
            cat "$own.pub"
            """;

    private static final String MARK = " belljar-managed";

    private MachineScript() {}

    /// Lets exactly these keys enter, beside those that the machine's user added; a copy first loses what it has of its
    /// original's. Prints the machine's public host key, made if there is none.
    public static ExecCommand settle(List<String> lines, boolean copy) {
        String marked = lines.stream().map(line -> line + MARK).collect(Collectors.joining("\n"));
        return command("settle", SETTLE, Map.of("BELLJAR_KEYS", marked, "BELLJAR_COPY", copy ? "1" : ""));
    }

    /// Takes away the keys by which a copy would be taken for its original; nothing but that, for it has just begun to
    /// run and others wait for it.
    public static ExecCommand strip() {
        return command("strip", STRIP, Map.of());
    }

    /// Prints the public key of the machine's user, made if there is none.
    public static ExecCommand own(String name) {
        return command("key", OWN, Map.of("BELLJAR_NAME", name));
    }

    private static ExecCommand command(String name, String script, Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("BELLJAR_SCRIPT", script);
        return new ExecCommand(
                List.of("/bin/sh", "-c", "eval \"$BELLJAR_SCRIPT\"", "belljar-ssh-" + name),
                "/",
                all,
                "root",
                false,
                0,
                0,
                LIMIT.toMillis());
    }
}
