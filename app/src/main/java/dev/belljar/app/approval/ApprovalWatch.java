package dev.belljar.app.approval;

import dev.belljar.app.state.FxPulse;
import dev.belljar.app.state.HostWatch;
import dev.belljar.app.state.HostWatchListener;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.reduce.ApprovalReducer;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.policy.ListApprovals;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows the approvals of all sandboxes until closed: one list, then the events after it.
///
/// While the host agent does not respond, the list is empty, because a host agent that stops refuses everything that is
/// waiting.
public final class ApprovalWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApprovalWatch.class);
    private static final int LAST = 500;

    private final AgentClient agent;
    private final HostWatch host;
    private final WatchedValue<ApprovalList> approvals;
    private final Thread thread;
    /// What happened, in order. A list is requested when its message is handled, so it already includes earlier events,
    /// and later events change it.
    private final BlockingQueue<StreamMessage> messages = new LinkedBlockingQueue<>();
    /// Approvals that a list no longer contained; a later event may say how they ended.
    private final Map<String, Approval> departed = new LinkedHashMap<>();
    private @Nullable WatchRegistration registration;

    private sealed interface StreamMessage {
        record EventArrived(ApprovalEvent event) implements StreamMessage {}

        record StreamConnected() implements StreamMessage {}

        record EventsLost() implements StreamMessage {}
    }

    public ApprovalWatch(AgentClient agent, HostWatch host, FxPulse pulse) {
        this.agent = agent;
        this.host = host;
        approvals = new WatchedValue<>(pulse, ApprovalList.NONE);
        thread = Thread.ofVirtual().name("belljar-approvals").unstarted(this::run);
    }

    /// Starts following.
    public void start() {
        registration = host.listen(new HostWatchListener() {
            @Override
            public void connected() {
                messages.add(new StreamMessage.StreamConnected());
            }

            @Override
            public void events(List<Event> batch) {
                for (Event event : batch) {
                    if (event instanceof ApprovalEvent own) {
                        messages.add(new StreamMessage.EventArrived(own));
                    } else if (event instanceof GapEvent) {
                        messages.add(new StreamMessage.StreamConnected()); // an event was lost: list again
                    }
                }
            }

            @Override
            public void lost() {
                messages.add(new StreamMessage.EventsLost());
            }
        });
        thread.start();
    }

    /// The approvals that wait, and how the last ones ended.
    public WatchedValue<ApprovalList> list() {
        return approvals;
    }

    @Override
    public void close() {
        if (registration != null) {
            registration.close();
        }
        thread.interrupt();
    }

    private void run() {
        try {
            boolean listed = true;
            while (true) {
                // A list that could not be requested is requested again.
                StreamMessage next = listed ? messages.take() : messages.poll(1, TimeUnit.SECONDS);
                List<StreamMessage> batch = new ArrayList<>();
                if (next != null) {
                    batch.add(next);
                }
                messages.drainTo(batch);
                listed = handled(batch, listed);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The top of the thread: after an error, the list is requested again.
    private boolean handled(List<StreamMessage> batch, boolean wasListed) throws InterruptedException {
        try {
            return handle(batch, wasListed);
        } catch (RuntimeException e) {
            LOG.error("approvals could not be updated", e);
            return false;
        }
    }

    /// Handles all messages that arrived; false if the list must still be requested.
    private boolean handle(List<StreamMessage> batch, boolean wasListed) throws InterruptedException {
        boolean listed = wasListed && batch.stream().noneMatch(StreamMessage.StreamConnected.class::isInstance);
        ApprovalList before = approvals.now();
        List<Approval> waiting = before.waiting();
        if (!listed) {
            try {
                waiting =
                        agent.call(PolicyApi.APPROVALS, new ListApprovals(null)).waiting();
                listed = true;
            } catch (AgentException e) {
                waiting = List.of();
            }
            depart(before.missing(waiting));
        }
        List<ApprovalEnd> ended = new ArrayList<>();
        for (StreamMessage message : batch) {
            switch (message) {
                case StreamMessage.EventArrived(ApprovalEvent event) -> {
                    ended(waiting, event, ended);
                    waiting = ApprovalReducer.next(waiting, event);
                }
                case StreamMessage.EventsLost _ -> {
                    depart(waiting);
                    waiting = List.of();
                }
                case StreamMessage.StreamConnected _ -> {}
            }
        }
        if (!ended.isEmpty() || !before.waiting().equals(waiting)) {
            approvals.set(before.next(waiting, ended, firstTimes(before, waiting)));
        }
        return listed;
    }

    private void depart(List<Approval> gone) {
        gone.forEach(approval -> departed.put(approval.id(), approval));
        while (departed.size() > LAST) {
            departed.remove(departed.keySet().iterator().next());
        }
    }

    private void ended(List<Approval> waiting, ApprovalEvent event, List<ApprovalEnd> ended) {
        if (!event.waits()) {
            Approval known = waiting.stream()
                    .filter(approval -> approval.id().equals(event.id()))
                    .findFirst()
                    .orElseGet(() -> departed.get(event.id()));
            departed.remove(event.id());
            if (known != null) {
                ended.add(ApprovalEnd.of(known, event));
            }
        }
    }

    /// Returns the ids of approvals with a new destination: those known before, and those found among the
    /// new approvals.
    private Set<String> firstTimes(ApprovalList before, List<Approval> waiting) throws InterruptedException {
        Set<String> first = new HashSet<>();
        Map<String, FlowTable> flows = new HashMap<>();
        for (Approval approval : waiting) {
            boolean known = before.find(approval.id()).isPresent();
            if (known ? before.firstTime(approval) : firstTime(approval, flows)) {
                first.add(approval.id());
            }
        }
        return first;
    }

    /// True if no recorded flow of the sandbox reached the destination. `known` caches the flows of each
    /// sandbox: a guest that asks for a thousand names at once must not cause a thousand queries.
    private boolean firstTime(Approval approval, Map<String, FlowTable> known) throws InterruptedException {
        try {
            FlowTable flows = known.get(approval.sandbox());
            if (flows == null) {
                flows = agent.call(SandboxApi.FLOWS.at(approval.sandbox()), new ListFlows(LAST));
                known.put(approval.sandbox(), flows);
            }
            return flows.flows().size() == flows.total()
                    && flows.flows().stream().noneMatch(flow -> reached(flow, approval));
        } catch (AgentException e) {
            return false; // not known to be new
        }
    }

    private static boolean reached(FlowRow flow, Approval approval) {
        String name = approval.name();
        boolean same = name == null
                ? approval.address() != null && flow.dst().startsWith(approval.address() + ":")
                : name.equals(flow.name());
        return same && flow.verdict() == Verdict.ALLOWED;
    }
}
