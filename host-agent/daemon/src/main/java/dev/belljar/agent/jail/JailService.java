package dev.belljar.agent.jail;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.jail.plan.JailException;
import dev.belljar.agent.jail.policy.AccessRecord;
import dev.belljar.agent.jail.policy.JailPolicyFiles;
import dev.belljar.agent.jail.policy.JailPolicyStore;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.jail.JailStatus;
import dev.belljar.contract.jail.PathRule;
import dev.belljar.contract.jail.PreparedJail;
import dev.belljar.contract.jail.RecordedAccess;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.jail.PrepareJail;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Prepares jails and supervises them.
///
/// The client starts a jail, in its own terminal. A jail that asks waits until this service has connected to
/// its warden; if the connection ends, the warden refuses what would be asked. Nothing that a jail does is
/// allowed because this service is slow, busy or gone.
public final class JailService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JailService.class);
    private static final Duration LAUNCH = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 10;
    private static final int MOST_JAILS = 200;

    private final AccessRecord accesses;
    private final JailPolicyStore policies;
    private final JailPreparation preparation;
    private final JailApprovals approvals;
    private final InstantSource clock;
    private final Map<String, RunningJail> jails = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /// A service for the user whom `environment` describes by `HOME` and `XDG_CONFIG_HOME`.
    public JailService(
            HostFolders folders, Map<String, String> environment, AuditLog audit, Consumer<HostEvent> events) {
        Path home = HomeFolder.of(environment);
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        this.accesses = new AccessRecord(folders.data().resolve("jails"));
        this.policies = new JailPolicyStore(
                JailPolicyFiles.in(config.startsWith("/") ? Path.of(config) : home.resolve(".config"), folders.data()),
                accesses,
                audit,
                home.toString());
        this.preparation = new JailPreparation(folders, home, policies);
        this.clock = InstantSource.system();
        this.approvals = new JailApprovals(audit, events, clock);
    }

    /// Prepares a jail and waits, on another thread, for its start.
    ///
    /// @throws BelljarException if the request cannot be carried out
    public PreparedJail prepare(PrepareJail request) throws BelljarException {
        if (closed || jails.size() >= MOST_JAILS) {
            throw new JailException(
                    JailException.UNAVAILABLE,
                    closed ? "the host agent is stopping" : "200 jails run already",
                    "End some with `belljar jail kill ID`.");
        }
        JailPreparation.ReadyJail ready = preparation.prepare(request);
        RunningJail jail = new RunningJail(ready.id(), request, ready.socket(), clock.millis());
        jails.put(jail.id(), jail);
        Thread.ofVirtual().name("jail-" + jail.id()).start(() -> supervise(jail, ready));
        return new PreparedJail(jail.id(), ready.argv());
    }

    /// The stored policies.
    public JailPolicyStore policies() {
        return policies;
    }

    /// The jails, the oldest first.
    public List<JailStatus> list() {
        return jails.values().stream()
                .map(RunningJail::status)
                .sorted(Comparator.comparingLong(JailStatus::started).thenComparing(JailStatus::id))
                .toList();
    }

    /// Ends a jail.
    ///
    /// @throws JailException if there is none with this id, or it has not started yet
    public void kill(String id) throws JailException {
        RunningJail jail = jails.get(id);
        if (jail == null) {
            throw new JailException(
                    JailException.UNKNOWN,
                    "jail \"%s\": expected the id of a jail that runs".formatted(id),
                    "`belljar jail ps` lists them.");
        }
        jail.tell(WardenOrder.KILL);
    }

    /// The accesses that wait for an answer.
    public List<Approval> waiting() {
        return jails.values().stream()
                .flatMap(jail -> jail.held().stream())
                .sorted(Comparator.comparingLong(HeldAccess::asked))
                .map(HeldAccess::view)
                .toList();
    }

    /// True if an access waits with this approval.
    public boolean holds(String approval) {
        return found(approval).isPresent();
    }

    /// Answers an access: `once` for this access, any other scope for the hidden folder as long as the jail
    /// runs. For `project` and `user`, the answer is also stored.
    ///
    /// @throws BelljarException if it does not wait any more, or the answer is not possible
    public ApprovalResult answer(String approval, AnswerApproval answer) throws BelljarException, InterruptedException {
        HeldAccess access = found(approval)
                .orElseThrow(() -> new JailException(
                        JailException.UNKNOWN, "the access does not wait any more", "The jail may have ended."));
        if (answer.budget() != null || answer.ports() != null || answer.at() != null) {
            throw new JailException(
                    JailException.INVALID, "a file has no ports, addresses or budgets", "Answer without them.");
        }
        RunningJail jail = jails.get(access.jail());
        if (jail == null) {
            throw new JailException(JailException.UNKNOWN, "the jail has ended", null);
        }
        RuleScope scope = answer.scope() == null ? RuleScope.ONCE : answer.scope();
        boolean allow = answer.action() == RuleAction.ALLOW;
        if (scope == RuleScope.PROJECT || scope == RuleScope.USER || scope == RuleScope.ORGANIZATION) {
            policies.add(scope, jail.request().project(), new PathRule(access.mask(), answer.action()));
        }
        WardenMessage reply = allow
                ? allow(jail, access, scope)
                : jail.answer(access.access(), WardenOrder.deny(access.access(), scope != RuleScope.ONCE));
        if (reply.type().equals("event.error")) {
            throw new JailException(
                    JailException.FAILED,
                    "%s was not %s: %s".formatted(access.path(), allow ? "allowed" : "denied", reply.message()),
                    "It still waits; answer in another way.");
        }
        approvals.answered(access, allow, scope);
        accesses.add(new RecordedAccess(
                clock.millis(),
                jail.id(),
                jail.request().project(),
                access.path(),
                access.mask(),
                access.request().exe(),
                allow));
        return new ApprovalResult(approval, answer.action(), scope, Math.max(1, reply.waiters()), null, null);
    }

    /// Allows an access. Only a file that is opened for reading can be handed over once; otherwise it is
    /// shown.
    private static WardenMessage allow(RunningJail jail, HeldAccess access, RuleScope scope)
            throws JailException, InterruptedException {
        if (scope != RuleScope.ONCE) {
            return jail.answer(access.access(), WardenOrder.approve(access.access(), "dir"));
        }
        WardenMessage reply = jail.answer(access.access(), WardenOrder.approve(access.access(), "once"));
        return reply.type().equals("event.error")
                ? jail.answer(access.access(), WardenOrder.approve(access.access(), "file"))
                : reply;
    }

    private Optional<HeldAccess> found(String approval) {
        return jails.values().stream()
                .flatMap(jail -> jail.held().stream())
                .filter(access -> access.approval().equals(approval))
                .findFirst();
    }

    private void supervise(RunningJail jail, JailPreparation.ReadyJail ready) {
        try (WardenLink link = connect(jail)) {
            if (link == null) {
                return;
            }
            Files.deleteIfExists(ready.plan());
            jail.connected(link);
            if (jail.asks()) {
                // In one piece: the command starts with the first line, and must not ask about what is decided.
                List<WardenOrder> orders = new ArrayList<>(List.of(WardenOrder.SUPERVISE));
                ready.allowed().forEach(path -> orders.add(WardenOrder.decide(path, "allow")));
                link.send(orders);
            }
            link.read(message -> received(jail, message));
        } catch (IOException e) {
            LOG.info("the connection to jail {} ended: {}", jail.id(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            jails.remove(jail.id());
            jail.releaseAll().forEach(access -> approvals.withdrawn(access, "the jail ended"));
            preparation.remove(ready);
        }
    }

    /// The connection to a jail once it was started; null if it was not.
    private @Nullable WardenLink connect(RunningJail jail) throws InterruptedException {
        long until = System.nanoTime() + LAUNCH.toNanos();
        while (!closed && System.nanoTime() - until < 0) {
            if (Files.exists(jail.socket())) {
                try {
                    return WardenLink.connect(jail.socket());
                } catch (IOException e) {
                    // The warden has made the socket and does not listen yet.
                    LOG.debug("jail {} does not listen yet", jail.id(), e);
                }
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return null;
    }

    private void received(RunningJail jail, WardenMessage message) {
        switch (message.type()) {
            case "event.hello" -> jail.runs(message.pid());
            case "event.fs_request" -> {
                HeldAccess access = new HeldAccess(
                        JailPreparation.freshId("j"), jail.id(), jail.name(), message.id(), message, clock.millis());
                jail.hold(access);
                approvals.asked(access);
            }
            case "event.fs_gone" ->
                jail.release(message.id()).ifPresent(access -> approvals.withdrawn(access, "nobody waits any more"));
            case "event.audit" -> decided(jail, message);
            case "event.error" -> jail.replied(message);
            default -> LOG.debug("jail {}: {}", jail.id(), message.type());
        }
    }

    private void decided(RunningJail jail, WardenMessage message) {
        if (message.id() == 0) {
            approvals.decided(jail, message);
        } else if ("supervisor".equals(message.why())) {
            // Here, and not where the answer was given: the jail may end before that thread goes on, and what was
            // allowed would be recorded as refused.
            jail.release(message.id());
            jail.replied(message);
        } else {
            jail.release(message.id()).ifPresent(approvals::expired);
        }
    }

    /// Stops supervising. Jails run on; what they would ask is refused.
    @Override
    public void close() {
        closed = true;
        jails.values().forEach(RunningJail::disconnect);
    }
}
