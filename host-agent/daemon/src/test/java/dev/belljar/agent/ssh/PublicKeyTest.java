package dev.belljar.agent.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that only an exact public key is accepted into `authorized_keys`.
class PublicKeyTest {
    private static final String ED25519 =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIAO1dsLjNNKuzPFn7raEUKP6t/Kyf5LyEmsR58x1NMJ me@home";
    private static final String RSA =
            "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCsV+T++1l34Q3RkKexAgNO91r+J0yGvU5xFhjf9aJXwTUdj8B4f3"
                    + "GwW0rq0q+YNE1hUUy+Bmi5clP3iRZZn7NdFl8fPzYdSLkYdSKN/4aFtLbToef2YttAHh4mKQjAQ8bOPRKvsob+ubHe"
                    + "NQjh/eoLH/eQYXXzNsqAs73Cm68UBaegKrrLCSGTsgoZ+EDSGw4ht3840AVjGygEkcgPb6R8H79SprPmXfeeC+kiDy"
                    + "0nQyP5mwg7k2igCVN+8qGgFIwU1ULjobNzEveCjHKWYG9Ni6zykCrkW5kNyZzRjN/5x29ZAjOAApsJyHGDH11pivFT"
                    + "AiPRs7G8r5MVly89M1x7";
    private static final String P256 =
            "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBHhx11ZTBVI4SuAImY"
                    + "NrqXKqfSfHKs+SSd4l5i4ag8QJr9A1tUIUINRuMh4hZdG6OOdH4rbxvGeKXVzs5N4Ijb0= c";
    private static final String P521 =
            "ecdsa-sha2-nistp521 AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBACKvkmDFhkdDbFu6/"
                    + "/PZmGqWQy21d9pf2+Q5usqkralh6mEeNo4E2iJaORi4AaN+QiXNoPCWy0AqxbwUhHIn8nRnwHYEG8c5HEI8rhhFPGX"
                    + "nlKYxjKR6J5noqgCWSWfyNDcgjPO3drqtI8eBn65zAbOvbJr0nmSmTiauFgh9FEUZ/sMaA== d";
    private static final String WEAK =
            "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQCnzmr0hWTj0EQh1CYkp6Zk3i5SE9eWcPni0GHg8GTb6Q5vTSPlkz"
                    + "ADek/RIJKjPhTjIUqzvjqnDpO7ll9ai3Joq/S1syrCqqZU1J/qbGSI85S+YB3CObSCEMVkZ5nBrziahzOstMdJRDkH"
                    + "QwJ1M18z3h7PhkIhXdsg+vkXlSGkUw== weak";

    @ParameterizedTest
    @CsvSource({
        ED25519 + ",SHA256:8C7VDAq4LbzMboGWFWNrXEeKSjt1xmAJLMzs83asOBE",
        RSA + ",SHA256:+6weACFCW5pc/f5trxqCkq/SeMHWfcVN7oOvSFOZe1Q",
        P256 + ",SHA256:LogROwj/h0dYLdO0ovWfqUReBk+soIX9UGE3gi7GdfQ",
        P521 + ",SHA256:LL8sxOiJMsoJ7JkhWhA0beMI0Ykc1P3RZO/f6kinhgg"
    })
    void keysOfOpenSshAreAcceptedUnchanged(String line, String fingerprint) throws Exception {
        PublicKey key = PublicKey.of(line);
        assertThat(key.line()).isEqualTo(line);
        assertThat(key.fingerprint()).isEqualTo(fingerprint);
        assertThat(PublicKey.of("  " + line.replaceFirst(" ", "\t ") + "\n")).isEqualTo(key);
    }

    @Test
    void theCommentIsOnePrintableLine() throws Exception {
        PublicKey key = PublicKey.of(ED25519.replace("me@home", "m\u001b[31me \u00e9\u2028\u202e " + "x".repeat(900)));
        assertThat(key.comment()).matches("[\\x20-\\x7e]{1,120}").startsWith("m?[31me ??? x");
        assertThat(key.bare()).isEqualTo(PublicKey.of(ED25519).bare());
    }

    @Test
    void aCommentThatIsCutAtASpaceIsReadBackUnchanged() throws Exception {
        PublicKey key = PublicKey.of(ED25519.replace("me@home", "x".repeat(119) + " home"));
        assertThat(key.comment()).isEqualTo("x".repeat(119));
        assertThat(PublicKey.of(key.line())).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ssh-ed25519",
                "ssh-ed25519 AAAA",
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIAO1dsLjNNKuzPFn7raEUKP6t/Kyf5LyEmsR58x1NM= short",
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIAO1dsLjNNKuzPFn7raEUKP6t/Kyf5LyEmsR58x1NMJAA== longer",
                "ssh-dss AAAAB3NzaC1kc3MAAACBAP",
                "command=\"sh\" " + ED25519,
                "restrict,pty " + ED25519,
                "cert-authority " + ED25519,
                "# " + ED25519,
                ED25519 + "\n" + ED25519,
                ED25519 + "\r" + ED25519,
                "-----BEGIN OPENSSH PRIVATE KEY----- " + ED25519,
                WEAK
            })
    void invalidKeysAreRefused(String line) {
        assertThatThrownBy(() -> PublicKey.of(line))
                .isInstanceOfSatisfying(
                        SshException.class, e -> assertThat(e.code()).isEqualTo(SshException.INVALID));
    }

    @Test
    void aKeyWithTheNameOfAnotherTypeIsRefused() {
        String bytes = P256.split(" ", 3)[1];
        assertThatThrownBy(() -> PublicKey.of("ssh-ed25519 " + bytes)).isInstanceOf(SshException.class);
        assertThatThrownBy(() -> PublicKey.of("ecdsa-sha2-nistp521 " + bytes)).isInstanceOf(SshException.class);
    }

    @Property(tries = 3_000)
    void anyTextIsOneCleanLineOrRefused(@ForAll @Size(max = 300) String text) throws Exception {
        assertClean(text);
        assertClean("ssh-ed25519 " + text);
        assertClean(ED25519 + text);
        assertClean(text + ED25519);
    }

    @Property(tries = 3_000)
    void anyBytesAreAKeyOrRefused(@ForAll @Size(max = 200) byte[] bytes) throws Exception {
        for (String type : new String[] {"ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256"}) {
            assertClean(type + " " + Base64.getEncoder().encodeToString(bytes));
        }
    }

    @Property(tries = 3_000)
    void aSpoiledKeyIsAnotherKeyOrRefused(@ForAll @IntRange(max = 250) int at, @ForAll byte change) throws Exception {
        for (String line : new String[] {ED25519, RSA, P256}) {
            String[] words = line.split(" ", 3);
            byte[] bytes = Base64.getDecoder().decode(words[1]);
            bytes[at % bytes.length] ^= change;
            assertClean(words[0] + " " + Base64.getEncoder().encodeToString(bytes));
        }
    }

    private static void assertClean(String text) throws BelljarException {
        try {
            String line = PublicKey.of(text).line();
            assertThat(line).matches("[\\x20-\\x7e]+").hasSizeLessThanOrEqualTo(PublicKey.LONGEST);
            assertThat(line.getBytes(StandardCharsets.US_ASCII)).doesNotContain('\n', '\r');
            assertThat(PublicKey.of(line).line()).isEqualTo(line);
            assertThat(line).matches("(ssh|ecdsa|sk)-.*");
        } catch (SshException e) {
            assertThat(e.code()).isEqualTo(SshException.INVALID);
        }
    }
}
