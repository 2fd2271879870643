package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.view.session.ExecResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A machine whose work is hostile: it runs `hostile_work.py`, as its user or as root, and its programs may lie.
record HostileGuest(RunningMachine machine) {
    private static final String SCRIPT = "/var/tmp/hostile_work.py";
    private static final String LIE = "/var/tmp/lie";
    /// The programs that can lie. Each is a link: to the program itself, or to a script that does first what LIE says.
    private static final String EACH = "set -e; cd /usr/bin; for each in git tar find; do ";

    /// Copies the script into the machine, and prepares programs that can lie.
    void arm() throws Exception {
        try (InputStream script = HostileGuest.class.getResourceAsStream("hostile_work.py")) {
            if (script == null) {
                throw new IOException("hostile_work.py is not among the tests' resources");
            }
            String text = Base64.getEncoder().encodeToString(script.readAllBytes());
            machine.run("echo " + text + " | base64 -d > " + SCRIPT);
        }
        asRoot(EACH + "mv $each $each.real; ln -s $each.real $each; printf '#!/bin/sh\\n[ ! -e " + LIE + " ] || . "
                + LIE + "\\nexec /usr/bin/%s.real \"$@\"\\n' $each > $each.lying; chmod 755 $each.lying; done");
    }

    /// Prepares an attack as the machine's user.
    String attack(String... words) throws Exception {
        return machine.run(line(words));
    }

    /// Begins an attack that lasts until `endBackground`.
    void attackInBackground(String... words) throws Exception {
        String _ =
                machine.run("setsid " + line(words) + " > /dev/null 2>&1 < /dev/null & echo $! > /var/tmp/background");
    }

    void endBackground() throws Exception {
        String _ = machine.run("kill -9 -$(cat /var/tmp/background)");
    }

    /// Lets all programs do what they should.
    void honest() throws Exception {
        asRoot("[ ! -e " + LIE + " ] || { rm " + LIE + "; " + link("real") + "; }");
    }

    /// Begins from good work again, with honest programs.
    void reset() throws Exception {
        honest();
        String _ = attack("reset");
    }

    /// Makes a program do this instead of what it should, if its arguments contain these words.
    void lie(String words, String instead) throws Exception {
        String text = "case \" $* \" in *\"" + words + "\"*) " + instead + " ;; esac\n";
        asRoot("echo " + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + " | base64 -d > "
                + LIE + "; " + link("lying"));
    }

    /// Links all programs to the file with this suffix, each at once: a program may be started at any time.
    private static String link(String suffix) {
        return EACH + "ln -s $each." + suffix + " $each.new; mv -T $each.new $each; done";
    }

    /// The part of a lie that runs a function of the script.
    static String script(String... words) {
        return "exec " + line(words);
    }

    private void asRoot(String script) throws Exception {
        ExecResult result = machine.asRoot(script);
        assertThat(result.code())
                .as("%s: %s", script, RunningMachine.text(result.stderr()))
                .isEqualTo(0);
    }

    private static String line(String... words) {
        StringBuilder line = new StringBuilder("python3 " + SCRIPT);
        for (String word : words) {
            line.append(" '").append(word).append('\'');
        }
        return line.toString();
    }
}
