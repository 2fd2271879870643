package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.FetchCause;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The reviews of a sandbox that can be accepted: the newest 50 that users opened, and as many that were made in the
/// background.
///
/// A user may read a review for hours, in which work is fetched again and again, so background fetches never remove
/// a review that a user opened. Each review keeps its own base: a push may give the sandbox another base in the
/// meantime, and compared with that one, the same work would be other changes than those that the user saw.
public record ReviewedPlans(HostRepository repository, String sandbox) {
    /// How many reviews are kept for each cause.
    public static final int MOST = 50;

    private static final String TIP = "/tip";
    private static final String BASE = "/base";

    /// A review: the tip of the work, and the commit that it is compared with.
    public record ReviewedPlan(String tip, String base) {}

    /// A stored review; `name` is the name of its two refs without their ends.
    private record StoredPlan(String name, ReviewedPlan plan) {
        long number() {
            return Long.parseLong(name.substring(name.lastIndexOf('/') + 1));
        }
    }

    /// Stores the work with this tip, compared with the sandbox's present base, as the newest review of this cause.
    public ReviewedPlan add(String tip, FetchCause cause) throws SyncException, InterruptedException {
        ReviewedPlan added = new ReviewedPlan(RefNames.object(tip), WorkBase.capture(repository, sandbox));
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
                List.of("update " + name + TIP + " " + added.tip(), "update " + name + BASE + " " + added.base()));
        // Among these are reviews of older versions of Belljar, which have no base.
        refs.keySet().stream()
                .filter(ref -> !kept.contains(ref.substring(0, ref.lastIndexOf('/'))))
                .forEach(ref -> commands.add("delete " + ref));
        repository.update(commands);
        return added;
    }

    /// The newest review with this tip, and with this base unless it is null; those that users opened come first.
    ///
    /// @throws SyncException `sync.moved-on` if there is none
    public ReviewedPlan get(String tip, @Nullable String base) throws SyncException, InterruptedException {
        return newestFirst(base)
                .filter(plan -> plan.tip().equals(tip))
                .findFirst()
                .orElseThrow(() -> missing("commit " + tip, "is not a reviewed commit from this sandbox"));
    }

    /// The newest review that has this commit as an entry, and this base unless it is null. Commits of the base are
    /// no entries, and neither are other commits of the repository, in which other sandboxes have theirs.
    ///
    /// @throws SyncException `sync.moved-on` if there is none
    public ReviewedPlan containing(String commit, @Nullable String base) throws SyncException, InterruptedException {
        Set<String> tips = reaching(commit, TIP);
        Set<String> bases = reaching(commit, BASE);
        // A commit that is the tip of one review and an earlier commit of another may show other hunks in each.
        return newestFirst(base)
                .filter(plan -> tips.contains(plan.tip()) && !plan.base().equals(commit))
                .filter(plan -> plan.tip().equals(commit) || !bases.contains(plan.base()))
                .min(Comparator.comparing(plan -> !plan.tip().equals(commit)))
                .orElseThrow(() -> missing("entry " + commit, "is not part of a review of this sandbox"));
    }

    private static SyncException missing(String what, String why) {
        return new SyncException(
                SyncException.MOVED_ON,
                SyncFaults.clean(what) + " " + why + ", or %d newer reviews of it were opened since".formatted(MOST),
                "Nothing was changed. Review the changes again, then sync.",
                null);
    }

    // The newest first, those that users opened before the others.
    private Stream<ReviewedPlan> newestFirst(@Nullable String base) throws SyncException, InterruptedException {
        return stored(refs()).reversed().stream()
                .map(StoredPlan::plan)
                .filter(plan -> base == null || plan.base().equals(base));
    }

    // The tips or bases that have the commit in their history.
    private Set<String> reaching(String commit, String end) throws SyncException, InterruptedException {
        return repository
                .untrusted()
                .tryLine(
                        "for-each-ref",
                        "--format=%(objectname)",
                        "--contains",
                        commit,
                        RefNames.planned(sandbox) + "*/*" + end)
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
            String base = refs.get(name + BASE);
            if (ref.endsWith(TIP) && base != null) {
                stored.add(new StoredPlan(name, new ReviewedPlan(tip, base)));
            }
        });
        return stored;
    }
}
