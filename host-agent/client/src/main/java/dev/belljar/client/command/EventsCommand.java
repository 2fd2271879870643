package dev.belljar.client.command;

import dev.belljar.client.AgentException;
import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
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
import picocli.CommandLine.Spec;

/// `belljar events N`: prints the journal, one JSON object per line, and with `--follow` also new events.
@Command(
        name = "events",
        description = "Print a sandbox's recorded events as JSON, one event per line.",
        mixinStandardHelpOptions = true)
final class EventsCommand extends SandboxCommand {
    @Option(
            names = {"-f", "--follow"},
            description = "Keep printing new events until Ctrl+C.")
    boolean follow;

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            description = "Print only events of these types: syscall, file, net, proc, sandbox, gap, approval, http.")
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
        Set<EventType> requested = EnumSet.noneOf(EventType.class);
        for (String word : types) {
            try {
                requested.add(EventType.of(word));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), "--type: " + e.getMessage(), e);
            }
        }
        long last = session().agent().call(SandboxApi.GET.at(sandbox)).status().lastSeq();
        if (!follow && last <= after) {
            return 0;
        }
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<@Nullable Problem> refused = new AtomicReference<>();
        // The newest event may be of a type that is filtered out. Therefore all types are requested and only
        // some printed, so that the end of the journal is noticed.
        Set<EventType> asked = follow ? requested : Set.of();
        try (EventSubscription _ = session().agent().follow(sandbox, after, asked, new EventListener() {
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
        })) {
            done.await();
        }
        Problem problem = refused.get();
        if (problem != null) {
            throw new AgentException(problem, null);
        }
        return 0;
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
