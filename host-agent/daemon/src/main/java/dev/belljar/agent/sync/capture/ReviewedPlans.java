package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.ReviewedBase.BaseKind;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reviews of a sandbox that can be accepted: the newest 50 that users opened, and as many that were made in
/// the background.
///
/// A user may read a review for hours, in which work is fetched again and again, so background fetches never remove
/// a review that a user opened. Each review keeps its own base: a push may give the sandbox another base in the
/// meantime, and compared with that one, the same work would be other changes than those that the user saw.
public record ReviewedPlans(HostRepository repository, String sandbox) {
    /// How many reviews are kept for each cause.
    public static final int MOST = 50;

    private static final String TIP = "/tip";
    private static final String CAPTURE = "/base";
    private static final String ACCEPTED = "/accepted";

    /// A review: the tip of the work, what it is compared with, and the commit that was accepted last when it was
    /// opened, null if there was none.
    public record ReviewedPlan(
            String tip, ReviewedBase base, @Nullable String accepted) {}

    /// A stored review; `name` is the name of its refs without their ends: the tip, the capture, the commit of the
    /// base if that is something else, and the accepted commit if there was one.
    private record StoredPlan(String name, ReviewedPlan plan) {
        long number() {
            return Long.parseLong(name.substring(name.lastIndexOf('/') + 1));
        }
    }

    /// Stores the work with this tip, compared with this base, as the newest review of this cause.
    public ReviewedPlan add(String tip, FetchCause cause, ReviewedBase base)
            throws SyncException, InterruptedException {
        String accepted = repository.ref(RefNames.accepted(sandbox)).orElse(null);
        ReviewedPlan added = new ReviewedPlan(RefNames.object(tip), base, accepted);
        String prefix = RefNames.planned(sandbox, cause);
        SortedMap<String, String> refs = refs();
        List<StoredPlan> stored = stored(refs);
        List<StoredPlan> alike =
                stored.stream().filter(each -> each.name().startsWith(prefix)).toList();
        if (!alike.isEmpty() && alike.getLast().plan().equals(added)) {
            return added;
        }
        // Numbers have a fixed width, so that names sort by time.
        String name =
                prefix + "%012d".formatted(alike.isEmpty() ? 1 : alike.getLast().number() + 1);
        List<StoredPlan> others =
                alike.stream().filter(each -> !each.plan().equals(added)).toList();
        Set<String> kept = stored.stream().map(StoredPlan::name).collect(Collectors.toCollection(HashSet::new));
        alike.stream().filter(each -> each.plan().equals(added)).forEach(each -> kept.remove(each.name()));
        others.subList(0, Math.max(0, others.size() + 1 - MOST)).forEach(each -> kept.remove(each.name()));
        kept.add(name);
        List<String> commands = new ArrayList<>(
                List.of("update " + name + TIP + " " + added.tip(), "update " + name + CAPTURE + " " + base.capture()));
        if (base.kind() != BaseKind.START) {
            commands.add("update " + name + end(base.kind()) + " " + base.commit());
        }
        if (accepted != null) {
            commands.add("update " + name + ACCEPTED + " " + accepted);
        }
        // Among these are reviews of older versions of Belljar, which have no base.
        refs.keySet().stream()
                .filter(ref -> !kept.contains(ref.substring(0, ref.lastIndexOf('/'))))
                .forEach(ref -> commands.add("delete " + ref));
        repository.update(commands);
        return added;
    }

    /// The newest review with this tip and this base, which is the start if it is null; those that users opened
    /// come first.
    ///
    /// @throws SyncException `sync.moved-on` if there is none
    public ReviewedPlan get(String tip, @Nullable String base) throws SyncException, InterruptedException {
        return newestFirst(base)
                .filter(plan -> plan.tip().equals(tip))
                .findFirst()
                .orElseThrow(() -> missing("commit " + tip, "is not a reviewed commit from this sandbox"));
    }

    /// The newest review with this base that has this commit as an entry, and this tip unless it is null; a null
    /// base is the start. Commits of the base are no entries, and neither are other commits of the repository, in
    /// which other sandboxes have theirs.
    ///
    /// @throws SyncException `sync.moved-on` if there is none
    public ReviewedPlan containing(String commit, @Nullable String tip, @Nullable String base)
            throws SyncException, InterruptedException {
        Set<String> tips = reaching(commit, List.of(TIP));
        Set<String> bases = reaching(commit, List.of(CAPTURE, end(BaseKind.BRANCH), end(BaseKind.OTHER)));
        // A commit that is the tip of one review and an earlier commit of another may show other hunks in each.
        return newestFirst(base)
                .filter(plan -> tip == null || plan.tip().equals(tip))
                .filter(plan ->
                        tips.contains(plan.tip()) && !plan.base().before().equals(commit))
                .filter(plan ->
                        plan.tip().equals(commit) || !bases.contains(plan.base().before()))
                .min(Comparator.comparing(plan -> !plan.tip().equals(commit)))
                .orElseThrow(() -> missing("entry " + commit, "is not part of a review of this sandbox"));
    }

    private static SyncException missing(String what, String why) {
        return new SyncException(
                SyncException.MOVED_ON,
                SyncFaults.clean(what) + " " + why + ", or this review is no longer available",
                "Nothing was changed. Review the changes again, then sync.",
                null);
    }

    // The newest first, those that users opened before the others.
    private Stream<ReviewedPlan> newestFirst(@Nullable String base) throws SyncException, InterruptedException {
        return stored(refs()).reversed().stream()
                .map(StoredPlan::plan)
                .filter(plan -> base == null
                        ? plan.base().kind() == BaseKind.START
                        : plan.base().commit().equals(base));
    }

    // The tips or bases that have the commit in their history.
    private Set<String> reaching(String commit, List<String> ends) throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("for-each-ref", "--format=%(objectname)", "--contains", commit));
        for (String end : ends) {
            words.add(RefNames.planned(sandbox) + "*/*" + end);
        }
        return repository
                .untrusted()
                .tryLine(words.toArray(String[]::new))
                .map(found -> found.lines().collect(Collectors.toSet()))
                .orElse(Set.of());
    }

    private SortedMap<String, String> refs() throws SyncException, InterruptedException {
        SortedMap<String, String> refs = new TreeMap<>();
        repository
                .git()
                .line("for-each-ref", "--format=%(refname) %(objectname)", RefNames.planned(sandbox))
                .lines()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2)
                .forEach(words -> refs.put(words[0], words[1]));
        return refs;
    }

    // In the order of their names: the newest of each cause is the last, and those of users follow the others.
    private static List<StoredPlan> stored(SortedMap<String, String> refs) {
        List<StoredPlan> stored = new ArrayList<>();
        refs.forEach((ref, tip) -> {
            String name = ref.substring(0, ref.lastIndexOf('/'));
            String capture = refs.get(name + CAPTURE);
            if (ref.endsWith(TIP) && capture != null) {
                String accepted = refs.get(name + ACCEPTED);
                stored.add(new StoredPlan(name, new ReviewedPlan(tip, base(refs, name, capture), accepted)));
            }
        });
        return stored;
    }

    private static ReviewedBase base(SortedMap<String, String> refs, String name, String capture) {
        for (BaseKind kind : BaseKind.values()) {
            String commit = refs.get(name + end(kind));
            if (commit != null) {
                return new ReviewedBase(kind, capture, commit);
            }
        }
        return ReviewedBase.start(capture);
    }

    private static String end(BaseKind kind) {
        return "/" + kind.name().toLowerCase(Locale.ROOT);
    }
}
