package dev.belljar.agent.journal;

import dev.belljar.contract.event.EventType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Which events are in which file of a journal.
///
/// What a guest fills, what the host sees of it at the guest's pace, and what the host itself knows are never in
/// one file: of the first two the oldest may be dropped.
final class FileNames {
    /// All of them.
    static final List<String> ALL = all();

    private static final Set<EventType> OF_GUESTS = Set.of(EventType.SYSCALL, EventType.FILE, EventType.PROC);
    /// Losses that a guest reports, and what it says that nobody understands: as many as it likes.
    private static final String REST_OF_GUESTS = EventType.OPAQUE.file();

    private static final Set<EventType> SEEN_OF_GUESTS = Set.of(EventType.NET, EventType.GAP, EventType.APPROVAL);

    private FileNames() {}

    /// The file for an event of the host's own.
    static String ofHost(EventType type) {
        return type.file();
    }

    /// The file for an event that came from a guest.
    static String ofGuest(EventType type) {
        return OF_GUESTS.contains(type) ? type.file() : REST_OF_GUESTS;
    }

    /// True if this file is filled by guests.
    static boolean ofGuests(Path file) {
        return file.endsWith(REST_OF_GUESTS) || OF_GUESTS.stream().anyMatch(type -> file.endsWith(type.file()));
    }

    /// True if how many events of this type the host records is up to a guest.
    static boolean seenOfGuests(EventType type) {
        return SEEN_OF_GUESTS.contains(type);
    }

    /// True if this file is filled by the host at the pace of guests.
    static boolean seenOfGuests(Path file) {
        return SEEN_OF_GUESTS.stream().anyMatch(type -> file.endsWith(type.file()));
    }

    /// True if this file holds requests that were looked into: larger than anything else, and kept apart, so that no
    /// guest can wash away with them what is known of its flows.
    static boolean ofRequests(Path file) {
        return file.endsWith(EventType.HTTP.file());
    }

    /// True if an event of this type may be in the file; earlier journals have the host's gaps among its facts.
    static boolean mayHold(Path file, EventType type) {
        return file.endsWith(type.file())
                || (type == EventType.GAP
                        && (file.endsWith(REST_OF_GUESTS) || file.endsWith(EventType.SANDBOX.file())));
    }

    private static List<String> all() {
        List<String> names = new ArrayList<>();
        for (EventType type : EventType.values()) {
            if (!names.contains(type.file())) {
                names.add(type.file());
            }
        }
        return List.copyOf(names);
    }
}
