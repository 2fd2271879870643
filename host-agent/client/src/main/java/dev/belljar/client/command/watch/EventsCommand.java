package dev.belljar.client.command.watch;

import dev.belljar.client.AgentException;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.problem.Problem;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar events [N]`: prints the journal of a sandbox or of the host, one JSON object per line, and with `--follow`
/// also new events.
@CommandExamples({
    "belljar events --follow | Print what happens in all sandboxes, as it happens.",
    "belljar events --type approval | Print all approvals so far, and their outcomes.",
    "belljar events shop --follow --type net,file | Print network and file events as they are recorded.",
    "belljar events shop --after 5000 | Print all events starting with number 5001."
})
@Command(
        name = "events",
        description = "Print recorded events as JSON, one event per line.",
        footer = {
            "",
            "Without SANDBOX, print events for all sandboxes and for this computer: states, start and stop steps,"
                    + " snapshots, synced work, ports, routes, policies, approvals, the trash, the guest image and"
                    + " storage settings."
        },
        mixinStandardHelpOptions = true)
final class EventsCommand extends SessionCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SANDBOX",
            description = "Name or id of the sandbox (default: all sandboxes and this computer).")
    @Nullable
    String sandbox;

    @Option(
            names = {"-f", "--follow"},
            description = "Keep printing new events until you press Ctrl+C.")
    boolean follow;

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            description =
                    "Print only events of these types: state, step, snapshot, work, port, route, policy, approval,"
                            + " trash, image, tool, storage, gap; with SANDBOX, also sandbox (notes), console, proc,"
                            + " file, net, http, syscall.")
    List<String> types = List.of();

    @Option(
            names = "--after",
            paramLabel = "SEQ",
            defaultValue = "0",
            description = "Print only events with numbers higher than SEQ.")
    long after;

    @Spec
    CommandSpec spec;

    EventsCommand(CommandSession session) {
        super(session);
        this.spec = CommandSpec.create();
    }

    @Override
    public Integer call() throws Exception {
        requireNumber();
        Set<EventType> requested = requested();
        String id = named();
        long last = newest(id);
        if (!follow && last <= after) {
            return 0;
        }
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<@Nullable Problem> refused = new AtomicReference<>();
        // The newest event may be of a type that is filtered out. Therefore all types are requested and only
        // some printed, so that the end of the journal is noticed.
        Set<EventType> asked = follow ? requested : Set.of();
        EventListener listener = new EventListener() {
            @Override
            public void events(List<Event> batch) {
                print(batch, requested, follow ? Long.MAX_VALUE : last);
                if (!follow && batch.getLast().seq() >= last) {
                    done.countDown();
                }
            }

            @Override
            public void ended(Problem problem) {
                refused.set(problem);
                done.countDown();
            }
        };
        try (EventSubscription _ = id == null
                ? session().agent().followHost(after, asked, listener)
                : session().agent().follow(id, after, asked, listener)) {
            done.await();
        }
        Problem problem = refused.get();
        if (problem != null) {
            throw new AgentException(problem, null);
        }
        return 0;
    }

    private void requireNumber() {
        if (after < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--after %d: expected the number of an event, or 0 for all".formatted(after));
        }
    }

    /// The sandbox; null for the events of the host and all sandboxes.
    private @Nullable String named() {
        String id = sandbox;
        return id == null ? null : SandboxCommand.checked(id, spec, "; omit it to see the events of all sandboxes");
    }

    /// The number of the newest event recorded so far.
    private long newest(@Nullable String id) throws AgentException, InterruptedException {
        return id == null
                ? session().agent().call(HostApi.STATUS).lastSeq()
                : session().agent().call(SandboxApi.GET.at(id)).status().lastSeq();
    }

    private Set<EventType> requested() {
        Set<EventType> requested = EnumSet.noneOf(EventType.class);
        for (String word : types) {
            try {
                requested.add(EventType.of(word));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), "--type: " + e.getMessage(), e);
            }
        }
        return requested;
    }

    private void print(List<Event> batch, Set<EventType> requested, long last) {
        for (Event event : batch) {
            if (event.seq() <= last && (requested.isEmpty() || requested.contains(event.type()))) {
                session().out().println(ContractJson.line(event));
            }
        }
        session().out().flush();
    }
}
