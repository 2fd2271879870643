package dev.belljar.agent.recording;

import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.contract.event.HostEvent.LimitReached;
import dev.belljar.contract.event.HostEvent.LimitReached.ReachedLimit;
import dev.belljar.contract.text.ByteCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Notices from the heartbeats of a machine that a program reached a limit: of processes, memory or disk.
///
/// The guest is not trusted, and these events are never deleted: each limit is reported once a minute and fifty
/// times in a boot at most.
final class ReachedLimits {
    /// In bytes: with less free space than this the disk counts as full.
    private static final long FULL = 16L << 20;

    private static final long PAUSE_MILLIS = 60_000;
    private static final int MOST = 50;

    private final String id;
    private final String name;
    private final Map<ReachedLimit, LimitTally> tallies = new EnumMap<>(ReachedLimit.class);

    /// The limits of the sandbox with this id and name.
    ReachedLimits(String id, String name) {
        this.id = id;
        this.name = name;
    }

    /// How often a limit was reached since boot, and which of it was reported.
    private static final class LimitTally {
        private long reported;
        private long at = Long.MIN_VALUE;
        private int events;

        LimitTally(long first) {
            reported = first;
        }

        /// How often it was reached since the last report, 0 if it is not time for another one.
        long due(long count, long now) {
            if (count < reported) {
                reported = count;
            }
            long more = count - reported;
            if (more == 0 || events == MOST || (at != Long.MIN_VALUE && now - at < PAUSE_MILLIS)) {
                return 0;
            }
            reported = count;
            at = now;
            events++;
            return more;
        }
    }

    /// Forgets the previous boot.
    synchronized void reset() {
        tallies.clear();
    }

    /// The limits that were reached since the last heartbeat. What happened before the first one is not
    /// reported: it may have happened to the machine whose memory this one resumed.
    synchronized List<LimitReached> after(GuestHeartbeat beat, long now) {
        List<LimitReached> reached = new ArrayList<>();
        long processes = due(ReachedLimit.PROCESSES, beat.refused(), now);
        if (processes > 0) {
            reached.add(event(
                    now,
                    ReachedLimit.PROCESSES,
                    processes,
                    "The process limit was reached: %,d %s could not be started."
                            .formatted(processes, processes == 1 ? "process or thread" : "processes or threads"),
                    "Raise the limit with `belljar set %s --processes N`, or end some programs.".formatted(name)));
        }
        long killed = due(ReachedLimit.MEMORY, beat.oomKills(), now);
        if (killed > 0) {
            reached.add(event(
                    now,
                    ReachedLimit.MEMORY,
                    killed,
                    "The machine ran out of memory, so its kernel killed %,d %s."
                            .formatted(killed, killed == 1 ? "process" : "processes"),
                    "Give the machine more than %s with `belljar set %s --memory SIZE`."
                            .formatted(ByteCount.binaryWords(beat.memTotal()), name)));
        }
        disk(beat, now, reached);
        return reached;
    }

    private void disk(GuestHeartbeat beat, long now, List<LimitReached> reached) {
        boolean full = beat.diskTotal() > 0 && beat.diskFree() < FULL;
        LimitTally tally = tallies.computeIfAbsent(ReachedLimit.DISK, _ -> new LimitTally(0));
        if (!full) {
            tally.reported = 0;
        } else if (tally.due(1, now) > 0) {
            reached.add(event(
                    now,
                    ReachedLimit.DISK,
                    1,
                    "The sandbox's disk of %s is full.".formatted(ByteCount.binaryWords(beat.diskTotal())),
                    "Delete files in the sandbox, or give it a larger disk with `belljar set %s --disk SIZE`."
                            .formatted(name)));
        }
    }

    private long due(ReachedLimit limit, long count, long now) {
        return tallies.computeIfAbsent(limit, _ -> new LimitTally(count)).due(count, now);
    }

    private LimitReached event(long now, ReachedLimit limit, long count, String detail, String hint) {
        return new LimitReached(0, now, id, limit, count, detail, hint);
    }
}
