package dev.belljar.agent.policy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// Policies with real files in a folder of the test, with a clock that the test sets.
final class PoliciesFixture implements AutoCloseable {
    final AtomicLong millis = new AtomicLong(1_800_000_000_000L);
    final List<ApprovalEvent> events = new CopyOnWriteArrayList<>();
    final List<FlowDecision> answers = new CopyOnWriteArrayList<>();
    final Path folder;
    final PolicyFiles places;
    AuditLog audit;
    PolicyService policies;

    PoliciesFixture(Path folder) throws BelljarException {
        this.folder = folder;
        this.places = new PolicyFiles(
                folder.resolve("etc/policy.toml"),
                folder.resolve("config/policy.toml"),
                folder.resolve("policies"),
                NetworkMode.ASK);
        this.audit = AuditLog.open(folder.resolve("audit"), this::now);
        this.policies = PolicyService.open(places, audit, this::now);
    }

    private Instant now() {
        return Instant.ofEpochMilli(millis.get());
    }

    /// Replaces the policies by those of the next host agent.
    void restart() throws BelljarException {
        close();
        audit = AuditLog.open(folder.resolve("audit"), this::now);
        policies = PolicyService.open(places, audit, this::now);
    }

    void later(Duration time) {
        millis.addAndGet(time.toMillis());
    }

    PolicySubject subject(String id) {
        try {
            Path own = Files.createDirectories(folder.resolve("sandboxes").resolve(id));
            Path project = Files.createDirectories(folder.resolve("project"));
            return new PolicySubject(id, "shop-" + id, project, own);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    EgressPolicy of(String id) {
        return policies.of(subject(id), events::add);
    }

    static Destination tcp(String name, int port) {
        return new Destination("tcp", "93.184.216.7", port, name);
    }

    static Destination dns(String name) {
        return new Destination("dns", "10.213.0.1", 53, name);
    }

    List<Approval> waiting() throws InterruptedException {
        return policies.waiting(null).waiting();
    }

    List<String> audited() throws BelljarException {
        return audit.newest(1_000).stream().map(AuditEntry::what).toList();
    }

    @Override
    public void close() {
        policies.close();
        audit.close();
    }
}
