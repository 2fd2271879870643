package dev.belljar.agent.environment;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.SettingsFile.SettingsContent;
import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.environment.AcceptedEnvironment;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.environment.AcceptEnvironment;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.request.environment.RejectEnvironment;
import dev.belljar.contract.text.SimilarWords;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Shows the environments that projects propose, and stores those that the user accepts. A proposal has no
/// effect.
///
/// A project is given by its absolute path. Thread-safe.
public final class EnvironmentService implements AcceptedEnvironments {
    private static final int MOST_TYPED = 200;

    private final EnvironmentStore store;
    private final Path home;
    private final AgentProfileStore agents;
    private final AuditLog audit;
    private final InstantSource clock;
    private final ImageNames images;
    private volatile AcceptedListener listener = _ -> {};

    /// Is told when the environment of a project that is in effect may have changed.
    public interface AcceptedListener {
        void accepted(Path project) throws InterruptedException;
    }

    private EnvironmentService(
            EnvironmentStore store,
            Path home,
            AgentProfileStore agents,
            AuditLog audit,
            InstantSource clock,
            ImageNames images) {
        this.store = store;
        this.home = home;
        this.agents = agents;
        this.audit = audit;
        this.clock = clock;
        this.images = images;
    }

    /// Keeps decisions in `data`, and adds them to the audit log. `home` is the home folder of the user.
    ///
    /// @throws EnvironmentException `environment.not-saved` when the folder cannot be used
    public static EnvironmentService open(
            Path data, Path home, AgentProfileStore agents, AuditLog audit, InstantSource clock)
            throws EnvironmentException {
        return open(data, home, agents, audit, clock, ImageNames.NONE);
    }

    /// The same, with images that were imported.
    public static EnvironmentService open(
            Path data, Path home, AgentProfileStore agents, AuditLog audit, InstantSource clock, ImageNames images)
            throws EnvironmentException {
        return new EnvironmentService(
                new EnvironmentStore(data.resolve("environments")), home, agents, audit, clock, images);
    }

    /// The same with the coding agents that come with Belljar, and no others.
    static EnvironmentService open(Path data, Path home, AuditLog audit, InstantSource clock)
            throws EnvironmentException {
        return open(data, home, AgentProfileStore.builtIn(), audit, clock);
    }

    /// Tells this listener of what is accepted from now on.
    public void tell(AcceptedListener told) {
        listener = told;
    }

    /// What a project proposes, with what the coding agents need that were accepted for it, compared with what was
    /// accepted.
    public EnvironmentProposal proposal(String project) throws EnvironmentException {
        return proposal(ReadProposal.of(project));
    }

    /// The same with what another coding agent needs.
    ///
    /// @throws EnvironmentException `codingagent.not-found` or `codingagent.profile-invalid`
    public EnvironmentProposal proposal(ReadProposal request) throws EnvironmentException {
        Path folder = folder(request.project());
        return view(folder, proposed(folder, request.agent()));
    }

    /// The coding agent that a project prefers: the one that its file names, or else the one that was started last
    /// for it, or else the shell.
    public String preferredAgent(String project) throws EnvironmentException {
        Path folder = folder(project);
        String named = EnvironmentReader.read(folder, images).agent();
        return named == null ? store.lastAgent(folder).orElse(AgentProfileStore.SHELL) : named;
    }

    /// The profiles of coding agents.
    public AgentProfileStore agents() {
        return agents;
    }

    /// Notes that a coding agent was started for a project.
    public void started(Path project, String agent) throws EnvironmentException {
        store.started(project, agent);
    }

    private ProposedEnvironment proposed(Path folder, @Nullable String agent) throws EnvironmentException {
        return EnvironmentReader.read(
                folder, images, agents, store.of(folder).content().accepted(), agent);
    }

    /// The environment in effect for the sandboxes of a project; empty if none was accepted.
    ///
    /// @throws EnvironmentException when it cannot be read
    @Override
    public Optional<AcceptedEnvironment> of(Path project) throws EnvironmentException {
        SettingsContent<EnvironmentStore.EnvironmentDecision> stored = store.of(project);
        String problem = stored.problem();
        if (problem != null) {
            throw new EnvironmentException(
                    EnvironmentException.INVALID, problem, "Correct the file, or move it to another folder.");
        }
        return Optional.ofNullable(stored.content().accepted());
    }

    @Override
    public boolean decided(Path project) {
        return Files.exists(store.file(project));
    }

    /// The same, for a request that is about it.
    ///
    /// @throws EnvironmentException `environment.none` if none was accepted
    public AcceptedEnvironment required(String project) throws EnvironmentException {
        return of(folder(project))
                .orElseThrow(() -> new EnvironmentException(
                        EnvironmentException.NONE,
                        "no environment has been accepted for " + project,
                        "`belljar environment show` shows what the project proposes."));
    }

    /// Accepts what was reviewed, without what the user left out and what is risky and was not allowed.
    ///
    /// @throws BelljarException `environment.changed` if the project proposes something else now
    public EnvironmentProposal accept(AcceptEnvironment request) throws BelljarException, InterruptedException {
        Path folder = folder(request.project());
        EnvironmentProposal accepted = accept(folder, request);
        listener.accepted(folder);
        return accepted;
    }

    private synchronized EnvironmentProposal accept(Path folder, AcceptEnvironment request) throws BelljarException {
        ProposedEnvironment proposed = reviewed(folder, request.digest(), request.agent());
        String problem = proposed.problem();
        if (problem != null) {
            throw EnvironmentException.invalid(proposed.file() + ": " + problem);
        }
        List<EnvironmentItem> items = items(folder, proposed);
        requireKnown(request.without(), items);
        requireKnown(request.allowed(), items);
        List<EnvironmentItem> leftOut = items.stream()
                .filter(item -> request.without().contains(item.id())
                        || (item.risk() != null && !request.allowed().contains(item.id())))
                .toList();
        Environment taken = ItemId.without(
                proposed.environment(),
                leftOut.stream().map(EnvironmentItem::id).collect(Collectors.toSet()));
        List<EnvironmentItem> accepted = items.stream()
                .filter(item -> !leftOut.contains(item))
                .map(item -> item.compared(EnvironmentChange.SAME, null, false))
                .toList();
        boolean nothing = taken.equals(Environment.EMPTY) && leftOut.isEmpty();
        store.write(
                folder,
                new EnvironmentStore.EnvironmentDecision(
                        folder.toString(),
                        nothing
                                ? null
                                : new AcceptedEnvironment(
                                        folder.toString(),
                                        proposed.file(),
                                        proposed.digest(),
                                        clock.millis(),
                                        taken,
                                        accepted,
                                        leftOut),
                        null));
        record(folder, "accepted", proposed, accepted);
        return view(folder, proposed);
    }

    /// Rejects what was reviewed. What was accepted before stays in effect.
    ///
    /// @throws BelljarException `environment.changed` if the project proposes something else now
    public synchronized EnvironmentProposal reject(RejectEnvironment request) throws BelljarException {
        Path folder = folder(request.project());
        ProposedEnvironment proposed = reviewed(folder, request.digest(), null);
        store.write(
                folder,
                new EnvironmentStore.EnvironmentDecision(
                        folder.toString(), store.of(folder).content().accepted(), proposed.digest()));
        record(folder, "rejected", proposed, List.of());
        return view(folder, proposed);
    }

    private ProposedEnvironment reviewed(Path folder, String digest, @Nullable String agent)
            throws EnvironmentException {
        ProposedEnvironment proposed = proposed(folder, agent);
        if (!proposed.digest().equals(digest)) {
            throw new EnvironmentException(
                    EnvironmentException.CHANGED,
                    "the environment that %s proposes has changed since it was shown".formatted(folder),
                    "Review it again with `belljar environment show`.");
        }
        return proposed;
    }

    private List<EnvironmentItem> items(Path folder, ProposedEnvironment proposed) {
        return EnvironmentItems.of(proposed.environment(), file -> EnvironmentFiles.note(folder, home, file), images);
    }

    private static void requireKnown(List<String> ids, List<EnvironmentItem> items) throws EnvironmentException {
        Set<String> known = items.stream().map(EnvironmentItem::id).collect(Collectors.toCollection(HashSet::new));
        for (String id : ids) {
            if (!known.contains(id)) {
                throw new EnvironmentException(
                        EnvironmentException.ITEM,
                        "item \"%s\": not in the proposal".formatted(EnvironmentException.shortened(id)),
                        suggestion(id, known) + "`belljar environment show` lists the items.");
            }
        }
    }

    /// Long ids, which the project chooses, are left out: they would take too long to compare.
    private static String suggestion(String typed, Set<String> known) {
        List<String> likely =
                known.stream().filter(id -> id.length() <= MOST_TYPED).toList();
        return typed.length() > MOST_TYPED
                ? ""
                : SimilarWords.nearest(typed, likely)
                        .map(near -> "Did you mean \"%s\"? ".formatted(near))
                        .orElse("");
    }

    private void record(Path folder, String decision, ProposedEnvironment proposed, List<EnvironmentItem> items) {
        audit.record(
                "environment",
                "",
                folder.toString(),
                decision,
                proposed.digest() + items.stream().map(item -> "\n" + item.id()).collect(Collectors.joining()));
    }

    private EnvironmentProposal view(Path folder, ProposedEnvironment proposed) {
        SettingsContent<EnvironmentStore.EnvironmentDecision> stored = store.of(folder);
        EnvironmentStore.EnvironmentDecision decision = stored.content();
        AcceptedEnvironment accepted = decision.accepted();
        List<EnvironmentItem> items = EnvironmentComparison.of(items(folder, proposed), accepted);
        String problem = proposed.problem() == null ? stored.problem() : proposed.problem();
        return new EnvironmentProposal(
                folder.toString(),
                proposed.file(),
                proposed.text(),
                proposed.digest(),
                problem == null ? state(proposed, decision, items) : EnvironmentState.INVALID,
                proposed.environment(),
                problem == null ? items : List.of(),
                proposed.ignored(),
                problem,
                accepted);
    }

    private static EnvironmentState state(
            ProposedEnvironment proposed, EnvironmentStore.EnvironmentDecision decision, List<EnvironmentItem> items) {
        AcceptedEnvironment accepted = decision.accepted();
        if (accepted == null && proposed.environment().equals(Environment.EMPTY)) {
            return EnvironmentState.NONE;
        }
        if (accepted != null && inEffect(proposed, accepted, items)) {
            return EnvironmentState.ACCEPTED;
        }
        if (proposed.digest().equals(decision.rejected())) {
            return EnvironmentState.REJECTED;
        }
        return accepted == null ? EnvironmentState.PROPOSED : EnvironmentState.CHANGED;
    }

    /// Comments and items that the user left out make no difference.
    private static boolean inEffect(
            ProposedEnvironment proposed, AcceptedEnvironment accepted, List<EnvironmentItem> items) {
        Set<String> leftOut = items.stream()
                .filter(item -> item.leftOut() && item.change() == EnvironmentChange.ADDED)
                .map(EnvironmentItem::id)
                .collect(Collectors.toSet());
        boolean proposes =
                proposed.file() != null || !proposed.environment().agents().isEmpty();
        return proposes && ItemId.without(proposed.environment(), leftOut).equals(accepted.environment());
    }

    private static Path folder(@Nullable String project) throws EnvironmentException {
        try {
            Path path = Path.of(project == null ? "" : project);
            if (path.isAbsolute() && Files.isDirectory(path)) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            throw invalid("the value");
        }
        throw invalid(String.valueOf(project));
    }

    private static EnvironmentException invalid(String project) {
        return new EnvironmentException(
                ProblemCode.BAD_REQUEST,
                "project \"%s\": expected the absolute path of an existing folder"
                        .formatted(EnvironmentException.shortened(project)),
                null);
    }
}
