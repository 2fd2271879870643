package dev.belljar.agent.sync.git;

import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// The ref names of the host's own repository and of the user's, built only from checked names.
public final class RefNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int LONGEST_BRANCH = 200;
    private static final Pattern OTHER_WORK = Pattern.compile("refs/belljar/[^/]+/planned/[^/]+/[^/]+/other");
    private static final Pattern OBJECT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    /// The captures of all sandboxes, as a pattern.
    public static final String CAPTURES = "refs/belljar/*/capture";

    /// The bases of the reviews of all sandboxes into which commits were pushed, and those commits, as patterns.
    public static final List<String> PUSHED =
            List.of("refs/belljar/*/bases/*", "refs/belljar/*/planned/*/*/base", "refs/belljar/*/host");

    /// The base that a sandbox into which commits were pushed was created with, as a pattern.
    public static final String FIRST_BASES = "refs/belljar/*/bases/0";

    private RefNames() {}

    /// The prefix of all refs that a sandbox was given and the user accepted, ending in a slash.
    public static String given(String sandbox) throws SyncException {
        return "refs/belljar/" + checked(sandbox) + "/";
    }

    /// The capture that a sandbox was created from.
    public static String capture(String sandbox) throws SyncException {
        return "refs/belljar/" + checked(sandbox) + "/capture";
    }

    /// The prefix of the possible bases of a sandbox's review, ending in a slash; numbers follow: 0 is the capture
    /// that the sandbox was created from, higher ones belong to later pushes.
    public static String bases(String sandbox) throws SyncException {
        return given(sandbox) + "bases/";
    }

    /// The project's commit that was pushed last.
    public static String host(String sandbox) throws SyncException {
        return given(sandbox) + "host";
    }

    /// The newest fetched work of a sandbox.
    public static String work(String sandbox) throws SyncException {
        return fetched(sandbox) + "work";
    }

    /// The machine's HEAD at the last fetch.
    public static String head(String sandbox) throws SyncException {
        return fetched(sandbox) + "head";
    }

    /// The work that the user accepted last.
    public static String accepted(String sandbox) throws SyncException {
        return "refs/belljar/" + checked(sandbox) + "/accepted";
    }

    /// The work of which the user accepted a part, or whose commits they changed; it does not exist if they then
    /// accepted all of it.
    public static String selected(String sandbox) throws SyncException {
        return "refs/belljar/" + checked(sandbox) + "/selected";
    }

    /// The work from which the user accepted as much as they wanted.
    public static String reviewed(String sandbox) throws SyncException {
        return "refs/belljar/" + checked(sandbox) + "/reviewed";
    }

    /// What the last syncs brought to the project (`SyncedWork`).
    public static String synced(String sandbox) throws SyncException {
        return given(sandbox) + "synced";
    }

    /// The prefix of what the user had decided before syncs that can be undone, ending in a slash; the id of the sync
    /// follows.
    public static String undo(String sandbox) throws SyncException {
        return given(sandbox) + "undo/";
    }

    /// The prefix of the reviews of a sandbox that can be accepted, ending in a slash.
    public static String planned(String sandbox) throws SyncException {
        return "refs/belljar/" + checked(sandbox) + "/planned/";
    }

    /// True for the ref of the work of a snapshot or another sandbox with which a review compares.
    public static boolean otherWork(String ref) {
        return OTHER_WORK.matcher(ref).matches();
    }

    /// The prefix of the reviews that were made for this cause, ending in a slash; numbers follow, the newest being
    /// the highest.
    public static String planned(String sandbox, FetchCause cause) throws SyncException {
        return planned(sandbox) + cause.name().toLowerCase(Locale.ROOT) + "/";
    }

    /// The prefix of all refs fetched from a sandbox, ending in a slash.
    public static String fetched(String sandbox) throws SyncException {
        if (sandbox.equals("salvage")) {
            throw SyncFaults.refused("the sandbox name \"salvage\" is reserved: expected another name", null);
        }
        return "refs/sandbox/" + checked(sandbox) + "/";
    }

    public static String salvage(String sandbox) throws SyncException {
        return "refs/sandbox/salvage/" + checked(sandbox);
    }

    /// The work of a sandbox as it was when a snapshot of its machine was taken.
    public static String snapshot(String snapshot) throws SyncException {
        return "refs/belljar/snapshots/" + checked(snapshot);
    }

    /// The branch of the user's repository for accepted work, without `refs/heads/`.
    public static String branch(String name) throws SyncException {
        return "belljar/" + checked(name);
    }

    /// The tip of the work that was brought to the working tree last, as a whole.
    public static String applied(String sandbox) throws SyncException {
        return "refs/belljar/" + checked(sandbox) + "/applied";
    }

    /// The work that was put last on a branch of the user's repository. It contains a digest of the branch's name,
    /// since of the names `a` and `a/b` only one could be a ref.
    public static String onBranch(String sandbox, String branch) throws SyncException {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(branch.getBytes(StandardCharsets.UTF_8));
            return "refs/belljar/" + checked(sandbox) + "/on/" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }

    /// Checks a branch's name that the user chose, without `refs/heads/`, by the rules of `git check-ref-format`.
    public static String userBranch(String name) throws SyncException {
        boolean good = !name.isEmpty()
                && name.length() <= LONGEST_BRANCH
                && !name.startsWith("-")
                && !name.startsWith("refs/")
                && !name.equals("HEAD")
                && !name.equals("@")
                && !name.contains("..")
                && !name.contains("@{")
                && name.codePoints().allMatch(c -> VisibleText.is(c) && " ~^:?*[\\".indexOf(c) < 0);
        for (String part : name.split("/", -1)) {
            good &= !part.isEmpty() && !part.startsWith(".") && !part.endsWith(".") && !part.endsWith(".lock");
        }
        if (!good) {
            throw SyncFaults.refused(
                    "branch \"" + SyncFaults.clean(name) + "\" is not a name that git permits",
                    "Use letters, digits, '-', '_' and '/', without `refs/heads/`.");
        }
        return name;
    }

    /// Checks the syntax of an object id.
    public static String object(String id) throws SyncException {
        if (!OBJECT.matcher(id).matches()) {
            throw SyncFaults.refused("\"" + SyncFaults.clean(id) + "\": expected a full object id", null);
        }
        return id;
    }

    private static String checked(String name) throws SyncException {
        boolean good =
                NAME.matcher(name).matches() && !name.contains("..") && !name.endsWith(".") && !name.endsWith(".lock");
        if (!good) {
            throw SyncFaults.refused(
                    "name \"" + SyncFaults.clean(name) + "\": expected at most 64 letters, digits, '.', '_' or '-'",
                    "Give the sandbox a simpler name.");
        }
        return name;
    }
}
