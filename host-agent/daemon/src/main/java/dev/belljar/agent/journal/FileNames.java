package dev.belljar.agent.journal;

import dev.belljar.contract.event.EventType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Names the file of a journal for each kind of event.
///
/// Events from guests, events of the host whose number depends on guests, and other events of the host are never
/// in one file: of the first two the oldest may be deleted.
final class FileNames {
    /// The names of all files.
    static final List<String> ALL = all();

    /// The events from guests that have a file of their own.
    static final Set<EventType> OF_GUESTS = Set.of(EventType.SYSCALL, EventType.FILE, EventType.PROC);
    /// For the losses that a guest reports and the events that no reader knows: a guest can send any number.
    private static final String REST_OF_GUESTS = EventType.OPAQUE.file();

    private static final Set<EventType> SEEN_OF_GUESTS = Set.of(EventType.NET, EventType.GAP, EventType.APPROVAL);

    private FileNames() {}

    /// The file for an event of the host.
    static String ofHost(EventType type) {
        return type.file();
    }

    /// True if this file has events from guests.
    static boolean ofGuests(Path file) {
        return file.endsWith(REST_OF_GUESTS) || OF_GUESTS.stream().anyMatch(type -> file.endsWith(type.file()));
    }

    /// True if a guest determines how many events of this type the host records.
    static boolean seenOfGuests(EventType type) {
        return SEEN_OF_GUESTS.contains(type);
    }

    /// True if this file has events of the host whose number depends on guests.
    static boolean seenOfGuests(Path file) {
        return SEEN_OF_GUESTS.stream().anyMatch(type -> file.endsWith(type.file()));
    }

    /// True if this file has inspected requests. They are the largest events, and are separate so that a guest
    /// cannot use them to push out the record of its flows.
    static boolean ofRequests(Path file) {
        return file.endsWith(EventType.HTTP.file());
    }

    /// True if an event of this type may be in the file; older journals have gaps of the host in the file of its
    /// other events.
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
