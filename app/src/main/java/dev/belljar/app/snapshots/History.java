package dev.belljar.app.snapshots;

import dev.belljar.app.live.Family;
import dev.belljar.app.live.HostPicture;
import dev.belljar.app.live.ProjectPicture;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All snapshots and branches a sandbox is related to, as lanes: the first sandbox of all on top.
record History(List<Lane> lanes) {
    static final History NONE = new History(List.of());

    History {
        lanes = List.copyOf(lanes);
    }

    /// The relations of the sandbox with this id.
    static History of(HostPicture picture, String sandbox) {
        Family family = new Family(picture);
        String root = family.root(sandbox);
        Map<String, List<Snapshot>> taken = new LinkedHashMap<>();
        Map<String, Snapshot> byId = new HashMap<>();
        picture.snapshots().stream()
                .sorted(Comparator.comparingLong(Snapshot::created))
                .forEach(s -> {
                    byId.put(s.id(), s);
                    if (family.root(s.sandbox()).equals(root)) {
                        taken.computeIfAbsent(s.sandbox(), k -> new ArrayList<>())
                                .add(s);
                    }
                });
        Map<String, ProjectPicture> here = new HashMap<>();
        for (ProjectPicture project : picture.projects()) {
            if (family.root(project.id()).equals(root)) {
                here.put(project.id(), project);
                taken.computeIfAbsent(project.id(), k -> new ArrayList<>());
            }
        }
        List<Lane> lanes = new ArrayList<>();
        taken.forEach((id, snapshots) -> lanes.add(lane(id, here.get(id), snapshots, byId)));
        lanes.sort(
                Comparator.<Lane>comparingInt(l -> l.id().equals(root) ? 0 : 1).thenComparingLong(Lane::began));
        return new History(lanes);
    }

    private static Lane lane(
            String id, @Nullable ProjectPicture project, List<Snapshot> snapshots, Map<String, Snapshot> byId) {
        String from = project == null
                ? snapshots.getFirst().parent()
                : project.sandbox().origin();
        Snapshot origin = from == null ? null : byId.get(from);
        if (origin != null && origin.sandbox().equals(id)) {
            origin = null;
        }
        String name = project == null ? snapshots.getFirst().sandboxName() : project.name();
        long first = snapshots.isEmpty() ? Long.MAX_VALUE : snapshots.getFirst().created();
        long began = project == null ? first : Math.min(first, project.sandbox().created());
        return new Lane(id, name, project, snapshots, origin, began);
    }

    /// Every moment, lane by lane.
    List<Moment> moments() {
        return lanes.stream().flatMap(l -> l.moments().stream()).toList();
    }

    /// All snapshots, the newest first.
    List<Moment.Taken> taken() {
        return lanes.stream()
                .flatMap(l -> l.snapshots().stream())
                .sorted(Comparator.comparingLong(Snapshot::created).reversed())
                .map(Moment.Taken::new)
                .toList();
    }

    Optional<Moment> moment(@Nullable String key) {
        return moments().stream().filter(m -> m.key().equals(key)).findFirst();
    }

    Optional<Lane> lane(String id) {
        return lanes.stream().filter(l -> l.id().equals(id)).findFirst();
    }

    /// The sandboxes that went on from a snapshot.
    List<Lane> branches(Snapshot snapshot) {
        return lanes.stream()
                .filter(l -> l.origin() != null && l.origin().id().equals(snapshot.id()))
                .toList();
    }

    /// The moment before or after in the same lane; before the first one where the lane came from.
    Optional<Moment> along(Moment from, int by) {
        Lane lane = lane(from.lane()).orElseThrow();
        List<Moment> own = lane.moments();
        int next = keys(own).indexOf(from.key()) + by;
        if (next < 0 && lane.origin() != null) {
            return Optional.of(new Moment.Taken(lane.origin()));
        }
        return next < 0 || next >= own.size() ? Optional.empty() : Optional.of(own.get(next));
    }

    /// The moment of the lane above or below that was nearest in time.
    Optional<Moment> across(Moment from, int by, long now) {
        int at = lanes.stream().map(Lane::id).toList().indexOf(from.lane()) + by;
        if (at < 0 || at >= lanes.size()) {
            return Optional.empty();
        }
        return lanes.get(at).moments().stream().min(Comparator.comparingLong(m -> Math.abs(m.at(now) - from.at(now))));
    }

    /// What all snapshots take up together, octets.
    long size() {
        return lanes.stream()
                .flatMap(l -> l.snapshots().stream())
                .mapToLong(Snapshot::size)
                .sum();
    }

    private static List<String> keys(List<Moment> moments) {
        return moments.stream().map(Moment::key).toList();
    }
}
