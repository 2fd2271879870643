package dev.belljar.mcp.access;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// The sandboxes that the client may use, by id: a name can get another sandbox later.
///
/// What is not among them is treated everywhere as if it did not exist: one path in the code answers for both, so
/// that the client cannot tell one from the other.
public final class ReachableSandboxes {
    private static final int MOST_CREATED = 32;

    private final AgentClient agent;
    private final boolean all;
    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final AtomicInteger created = new AtomicInteger();

    private ReachableSandboxes(AgentClient agent, boolean all, Collection<String> ids) {
        this.agent = agent;
        this.all = all;
        this.ids.addAll(ids);
    }

    /// Every sandbox, also those that are created later.
    public static ReachableSandboxes every(AgentClient agent) {
        return new ReachableSandboxes(agent, true, Set.of());
    }

    /// The sandboxes that have these names or ids now.
    ///
    /// @throws AgentException if there is no such sandbox, or the host agent is unavailable
    public static ReachableSandboxes named(AgentClient agent, List<String> words)
            throws AgentException, InterruptedException {
        Set<String> ids = ConcurrentHashMap.newKeySet();
        for (String word : words) {
            ids.add(agent.call(SandboxApi.GET.at(word)).id());
        }
        return new ReachableSandboxes(agent, false, ids);
    }

    /// Counts sandboxes that the client is about to create: only the user can destroy them.
    ///
    /// @throws AgentException if it has created too many since the server started
    public void reserve(int count) throws AgentException {
        if (created.addAndGet(count) > MOST_CREATED) {
            created.addAndGet(-count);
            throw new AgentException(
                    Problem.of(
                            ProblemCode.BAD_REQUEST,
                            "too many sandboxes",
                            "at most %d sandboxes can be created over one connection".formatted(MOST_CREATED),
                            "Ask the user to destroy some, and to start the server again."),
                    null);
        }
    }

    /// Lets the client also use a sandbox that it has created.
    public void add(Sandbox created) {
        ids.add(created.id());
    }

    /// Whether the client may use the sandbox with this id.
    public boolean contains(String id) {
        return all || ids.contains(id);
    }

    /// The sandboxes as they are now, the oldest first.
    public List<Sandbox> list() throws AgentException, InterruptedException {
        return agent.call(SandboxApi.LIST).stream()
                .filter(sandbox -> contains(sandbox.id()))
                .toList();
    }

    /// The sandbox with this id, or else with this name.
    ///
    /// @throws AgentException if there is none that the client may use
    public Sandbox find(String word) throws AgentException, InterruptedException {
        List<Sandbox> known = list();
        List<Predicate<Sandbox>> rules = List.of(
                sandbox -> sandbox.id().equals(word),
                sandbox -> sandbox.spec().name().equals(word));
        for (Predicate<Sandbox> rule : rules) {
            List<Sandbox> found = known.stream().filter(rule).toList();
            if (!found.isEmpty()) {
                return found.getFirst();
            }
        }
        throw new AgentException(
                Problem.of(
                        ProblemCode.NOT_FOUND,
                        "no such sandbox",
                        "no sandbox is called \"" + word + "\"",
                        "The tool list_sandboxes shows all sandboxes that you can use."),
                null);
    }

    /// The snapshots of these sandboxes, the oldest first.
    public List<Snapshot> snapshots() throws AgentException, InterruptedException {
        return agent.call(SnapshotApi.LIST_ALL).stream()
                .filter(snapshot -> contains(snapshot.sandbox()))
                .toList();
    }

    /// The snapshot of one of these sandboxes with this id, or else with this name.
    ///
    /// @throws AgentException if there is none, or there are several
    public Snapshot snapshot(String word) throws AgentException, InterruptedException {
        return new SnapshotRefs(List.of(), snapshots()).snapshot(word);
    }
}
