package dev.belljar.app.snapshots;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.contract.sandbox.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One sandbox of the tree, there or gone: its snapshots, the oldest first, where it came from and when it began.
record Lane(
        String id,
        String name,
        @Nullable ProjectPicture project,
        List<Snapshot> snapshots,
        @Nullable Snapshot origin,
        long began) {
    Lane {
        snapshots = List.copyOf(snapshots);
    }

    /// Its snapshots, then the present if it is still there.
    List<Moment> moments() {
        List<Moment> moments = new ArrayList<>();
        snapshots.forEach(s -> moments.add(new Moment.Taken(s)));
        ProjectPicture now = project;
        if (now != null) {
            moments.add(new Moment.Present(now));
        }
        return List.copyOf(moments);
    }
}
