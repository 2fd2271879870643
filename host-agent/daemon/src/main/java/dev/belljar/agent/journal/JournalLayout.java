package dev.belljar.agent.journal;

import dev.belljar.contract.event.EventType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which events of a journal share a limit, and which file has the numbered events of others.
final class JournalLayout {
    /// The events of the host that depend on a guest may use this fraction of the guest's limit.
    private static final int SEEN_SHARE = 4;

    private final JournalRetention ofGuests;
    private final Map<EventType, JournalRetention> ofHost;
    private final UnaryOperator<EventType> fileOfGuest;

    /// Creates a layout of files that were scanned.
    @FunctionalInterface
    interface JournalKind {
        JournalLayout over(List<LineFile> files);
    }

    private JournalLayout(
            JournalRetention ofGuests, Map<EventType, JournalRetention> ofHost, UnaryOperator<EventType> fileOfGuest) {
        this.ofGuests = ofGuests;
        this.ofHost = ofHost;
        this.fileOfGuest = fileOfGuest;
    }

    /// A sandbox's journal: events caused by the guest are limited, the other events of the host are never deleted.
    static JournalLayout ofSandbox(List<LineFile> files, long guestLimit) {
        JournalRetention seen = retention("flows and gaps", files, FileNames::seenOfGuests, guestLimit / SEEN_SHARE);
        JournalRetention requests = retention("requests", files, FileNames::ofRequests, guestLimit / SEEN_SHARE);
        Map<EventType, JournalRetention> ofHost = Stream.of(EventType.values())
                .filter(type -> FileNames.seenOfGuests(type) || type == EventType.HTTP)
                .collect(Collectors.toMap(type -> type, type -> type == EventType.HTTP ? requests : seen));
        return new JournalLayout(
                retention("events from the guest", files, FileNames::ofGuests, guestLimit),
                ofHost,
                type -> FileNames.OF_GUESTS.contains(type) ? type : EventType.OPAQUE);
    }

    /// The host's journal: all its events are limited together, and numbered events are copies of events of the host.
    static JournalLayout ofHost(List<LineFile> files, long limit) {
        JournalRetention all = retention("events of the host", files, _ -> true, limit);
        return new JournalLayout(
                all,
                Stream.of(EventType.values()).collect(Collectors.toMap(type -> type, _ -> all)),
                UnaryOperator.identity());
    }

    /// The limit for the host's own events of this type; null if they are never deleted.
    @Nullable
    JournalRetention limitOf(EventType type) {
        return ofHost.get(type);
    }

    /// The limit for numbered events.
    JournalRetention limitOfGuests() {
        return ofGuests;
    }

    /// The file for a numbered event of this type.
    String fileOfGuest(EventType type) {
        return fileOfGuest.apply(type).file();
    }

    private static JournalRetention retention(String what, List<LineFile> files, Predicate<Path> which, long limit) {
        return new JournalRetention(
                what, files.stream().filter(file -> which.test(file.path())).toList(), limit);
    }
}
