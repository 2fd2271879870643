package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Decides for each change whether it could execute on the host, and why.
///
/// It is an aid for the user and no proof: it cannot know what its table does not list. It errs on the safe
/// side: unknown new folders whose name begins with a dot, misleading names, and text that looks different from
/// what it does are marked too. Names are compared as the most lenient file system would: without case,
/// compatibility forms, invisible characters or trailing dots and spaces. In doubt a path is risky: an
/// unnecessary tick costs a second.
public final class ImportGate {
    private static final Set<String> HARMLESS_KEYS = Set.of(
            "name",
            "version",
            "description",
            "keywords",
            "author",
            "contributors",
            "license",
            "homepage",
            "repository",
            "bugs",
            "private",
            "funding");

    private static final String PACKAGE_FILE = "package.json";
    private static final String PACKAGE = "a package manager runs its scripts or installs its dependencies";

    private static final int COMPARED = 200;

    /// Bytes of the longest target a link can have (`PATH_MAX`), and of a package file that is read.
    private static final int LONGEST_TARGET = GitPath.LONGEST;

    private static final int LARGEST_PACKAGE = 1 << 20;

    private final BlobReader blobs;
    private final ChangeFindings findings;
    private int compared;

    /// The gate for the changes that these findings are about, reading their contents through `blobs`.
    public ImportGate(BlobReader blobs, ChangeFindings findings) {
        this.blobs = blobs;
        this.findings = findings;
    }

    /// Reads at once the contents that are needed to judge these changes, at most `BlobReader.BATCH`.
    public void readAhead(List<RawChange> changes) throws SyncException, InterruptedException {
        Set<String> targets = new HashSet<>();
        for (RawChange change : changes) {
            if (change.link() && !change.deleted()) {
                targets.add(change.newId());
            }
        }
        blobs.readAhead(targets, LONGEST_TARGET);
    }

    /// Why this change is risky, or null if it is not; `binary` says that its content is not text.
    @Nullable
    public String risk(RawChange change, boolean binary) throws SyncException, InterruptedException {
        if (change.deleted()) {
            return removed(change.path());
        }
        String arrived = arrived(change, binary);
        GitPath from = change.from();
        return arrived == null && from != null && change.status() == 'R' ? removed(from) : arrived;
    }

    // Deleting a protective file (denied tools, checks before a commit) removes its protection.
    private @Nullable String removed(GitPath path) {
        String reason = named(path.folded());
        return reason == null ? null : "it is removed, although it may be a safety check: " + reason;
    }

    private @Nullable String arrived(RawChange change, boolean binary) throws SyncException, InterruptedException {
        if (change.module()) {
            return "it is a submodule, which adds another repository";
        }
        if (change.link()) {
            String among = findings.names().risk(change, ImportRules.TABLE);
            return link(change) + (among == null ? "" : "; " + among);
        }
        List<String> components = change.path().folded();
        if (findings.embedded().hold(components)) {
            return "it is in a folder that git treats as a repository: git runs programs that the repository's"
                    + " configuration specifies";
        }
        String byName = components.getLast().equals(PACKAGE_FILE) ? packageJson(change) : named(components);
        if (byName != null) {
            return byName;
        }
        String among = findings.names().risk(change, ImportRules.TABLE);
        if (among != null) {
            return among;
        }
        if (change.newProgram()) {
            return "it is newly marked as executable";
        }
        if (change.program()) {
            return "it is an executable program";
        }
        return binary ? "it is a binary file that cannot be reviewed as text" : text(change);
    }

    private @Nullable String text(RawChange change) throws SyncException, InterruptedException {
        CharacterScanner.Finding finding = findings.text(change.newId());
        if (CharacterScanner.Finding.UNREAD.equals(finding)) {
            return "it is too large to be checked for invisible characters and characters that change the text"
                    + " direction";
        }
        if (finding == null || onlyAsBefore(change)) {
            return null;
        }
        String kind = DeceptiveCharacters.turns(finding.character())
                ? "characters that change the text direction"
                : "invisible characters";
        return "it contains %s (%s): the code may not do what it appears to do"
                .formatted(kind, DeceptiveCharacters.name(finding.character()));
    }

    // Arabic, Hebrew or Thai text contains such characters legitimately, so content that the project had already is
    // not risky.
    private boolean onlyAsBefore(RawChange change) throws SyncException, InterruptedException {
        if (!change.oldMode().startsWith("100") || ++compared > COMPARED) {
            return false;
        }
        Optional<byte[]> before = blobs.read(change.oldId(), BlobContents.LARGEST);
        Optional<byte[]> after = blobs.read(change.newId(), BlobContents.LARGEST);
        return before.isPresent() && after.isPresent() && marked(before.get()).containsAll(marked(after.get()));
    }

    private static Set<String> marked(byte[] text) {
        return new String(text, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> DeceptiveCharacters.first(line.getBytes(StandardCharsets.UTF_8)) != 0)
                .collect(Collectors.toSet());
    }

    private static @Nullable String named(List<String> components) {
        if (components.getLast().equals(PACKAGE_FILE)) {
            return PACKAGE;
        }
        return ImportRules.TABLE.reason(components);
    }

    private String link(RawChange change) throws SyncException, InterruptedException {
        Optional<byte[]> bytes = blobs.read(change.newId(), LONGEST_TARGET);
        GitPath target = new GitPath(new String(bytes.orElse(new byte[0]), StandardCharsets.ISO_8859_1));
        String cut = target.brief();
        if (bytes.isEmpty() || outside(change.path(), target)) {
            return "it is a symbolic link that points outside the project: " + cut;
        }
        return (change.newLink() ? "it is a new symbolic link to " : "it is a symbolic link that now points to ") + cut;
    }

    private static boolean outside(GitPath link, GitPath target) {
        int depth = link.components().size() - 1;
        if (target.latin1().startsWith("/") || target.latin1().isEmpty()) {
            return true;
        }
        for (String component : target.components()) {
            if (component.equals("..")) {
                depth--;
            } else if (!component.isEmpty() && !component.equals(".")) {
                depth++;
            }
            if (depth < 0) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String packageJson(RawChange change) throws SyncException, InterruptedException {
        boolean wasFile = change.oldMode().startsWith("100");
        if (!wasFile) {
            return PACKAGE;
        }
        Optional<byte[]> before = blobs.read(change.oldId(), LARGEST_PACKAGE);
        Optional<byte[]> after = blobs.read(change.newId(), LARGEST_PACKAGE);
        if (before.isEmpty() || after.isEmpty()) {
            return PACKAGE;
        }
        try {
            return harmless(object(before.get()), object(after.get())) && !change.newProgram() ? null : PACKAGE;
        } catch (JsonFault e) {
            return PACKAGE;
        }
    }

    private static Map<String, Object> object(byte[] json) throws JsonFault {
        return ContractJson.readMap(new String(json, StandardCharsets.UTF_8));
    }

    private static boolean harmless(Map<String, Object> before, Map<String, Object> after) {
        Set<String> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(before.get(key), after.get(key)))
                .allMatch(HARMLESS_KEYS::contains);
    }
}
