package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.RawChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Judges names of files that are copied from a guest without git, by the same rules as changes of a review.
public final class CopiedNames {
    private static final String NO_OBJECT = "0".repeat(40);
    private static final String PACKAGE_FILE = "package.json";

    /// Git's own folder, in the spellings that file systems take for the same: NTFS's short names and streams.
    private static final Pattern GIT = Pattern.compile("\\.git(:.*)?|git~[0-9]+");

    private final TreeNames names;
    private final Map<String, String> known = new HashMap<>();

    /// Judges names among these paths.
    public CopiedNames(List<GitPath> paths) {
        names = new TreeNames(paths.size());
        paths.forEach(path -> names.add(added(path)));
    }

    /// Why this path is never copied to the host, null if it may be. Of two names that are the same on some file
    /// systems, the second one is refused.
    public @Nullable String refusal(GitPath path) {
        String unfit = path.unfit();
        if (unfit != null) {
            return unfit;
        }
        List<String> exact = path.components();
        List<String> folded = path.folded();
        StringBuilder place = new StringBuilder();
        StringBuilder there = new StringBuilder();
        for (int i = 0; i < exact.size(); i++) {
            String name = exact.get(i);
            if (name.isEmpty()
                    || name.equals(".")
                    || name.equals("..")
                    || folded.get(i).isEmpty()) {
                return "is not the path of a file";
            }
            if (GIT.matcher(folded.get(i)).matches()) {
                return "is in a folder that some file systems treat as git's own folder";
            }
            place.append('/').append(folded.get(i));
            there.append('/').append(name);
            String other = known.putIfAbsent(place.toString(), there.toString());
            if (other != null && !other.equals(there.toString())) {
                return "has the same name as " + new GitPath(other.substring(1)).brief()
                        + " on systems that ignore case or letter forms";
            }
        }
        return null;
    }

    /// Why the host could execute a file of this name, null if it could not.
    public @Nullable String risk(GitPath path) {
        List<String> folded = path.folded();
        if (folded.getLast().equals(PACKAGE_FILE)) {
            return "package managers run the scripts in it";
        }
        String reason = ImportRules.TABLE.reason(folded);
        return reason == null ? names.risk(added(path), ImportRules.TABLE) : reason;
    }

    private static RawChange added(GitPath path) {
        return new RawChange('A', "000000", "100644", NO_OBJECT, NO_OBJECT, path, null);
    }
}
