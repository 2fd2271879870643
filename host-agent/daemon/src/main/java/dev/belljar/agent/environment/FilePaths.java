package dev.belljar.agent.environment;

import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the paths of files may be that an environment copies into a sandbox: relative to the project, or to the
/// home folder if they begin with `~/`.
final class FilePaths {
    static final String HOME = "~/";
    private static final int LONGEST = 1_024;
    private static final int LONGEST_PART = 255;
    private static final String PATH =
            "a path such as \".env\" in the project, or \"~/.npmrc\" in the home folder, without . and ..";

    /// Folders of keys, whose files no project may ask for.
    private static final Set<String> KEYS = Set.of(".ssh", ".gnupg", ".password-store");
    /// The same in the home folder, with those of Belljar itself.
    private static final Set<String> HOME_KEYS = Set.of("keyrings", "belljar");
    private static final Set<String> CREDENTIALS = Set.of(
            ".aws",
            ".azure",
            ".docker",
            ".gem",
            ".git-credentials",
            ".kube",
            ".mozilla",
            ".netrc",
            "_netrc",
            ".npmrc",
            ".pgpass",
            ".pypirc",
            ".terraform.d",
            ".vault-token",
            "credentials",
            "credentials.toml",
            "credentials.json",
            "gcloud",
            "gh",
            "settings.xml");
    private static final Pattern KEY =
            Pattern.compile("id_(?:rsa|dsa|ecdsa|ed25519).*|.*\\.(?:pem|key|p12|pfx|kdbx|jks)");

    private FilePaths() {}

    /// A path in the guest.
    static @Nullable String target(String path) {
        String plain = path.startsWith(HOME) ? path.substring(HOME.length()) : path;
        boolean possible = !plain.isEmpty()
                && path.length() <= LONGEST
                && plain.indexOf('\\') < 0
                && plain.codePoints().allMatch(VisibleText::is)
                && Arrays.stream(plain.split("/", -1)).allMatch(FilePaths::isName);
        if (!possible || plain.startsWith("~")) {
            return PATH;
        }
        return parts(plain).contains(".git") ? "a file outside .git" : null;
    }

    private static boolean isName(String part) {
        return !part.isEmpty()
                && !part.equals(".")
                && !part.equals("..")
                && part.charAt(0) != '-'
                && part.getBytes(StandardCharsets.UTF_8).length <= LONGEST_PART;
    }

    /// A path on this computer.
    static @Nullable String source(String path) {
        String wrong = target(path);
        if (wrong != null) {
            return wrong;
        }
        List<String> parts = parts(path);
        boolean key = parts.stream().anyMatch(KEYS::contains)
                || (path.startsWith(HOME) && parts.stream().anyMatch(HOME_KEYS::contains));
        return key
                ? "a file that is not in a folder for keys or in one of Belljar's own: nothing is copied from those"
                : null;
    }

    /// Why it is risky to copy the file at this path; null if it is not.
    static @Nullable String risk(String path) {
        List<String> parts = parts(path);
        if (parts.stream().anyMatch(CREDENTIALS::contains)
                || KEY.matcher(parts.getLast()).matches()) {
            return "holds credentials, which every program in the sandbox can then read";
        }
        return path.startsWith(HOME)
                ? "is outside the project, and every program in the sandbox can then read it"
                : null;
    }

    private static List<String> parts(String path) {
        return List.of(path.toLowerCase(Locale.ROOT).split("/"));
    }
}
