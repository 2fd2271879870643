package dev.belljar.app.timeline;

import dev.belljar.app.drawing.CanvasPen;
import dev.belljar.app.timeline.LanePlan.LaneBand;
import dev.belljar.contract.view.timeline.Timeline.FileInterval;
import dev.belljar.contract.view.timeline.Timeline.TrafficInterval;
import java.util.List;

/// Draws changed files and traffic over time: columns of one interval each.
final class BurstPainter {
    private final CanvasPen pen;
    private final TimelineScale scale;
    private final long interval;

    BurstPainter(CanvasPen pen, TimelineScale scale, long interval) {
        this.pen = pen;
        this.scale = scale;
        this.interval = interval;
    }

    /// Added, changed and deleted files on top of each other. The square root keeps a single file visible beside an
    /// installation.
    void files(List<FileInterval> all, LaneBand band) {
        double base = band.bottom() - 10.5;
        double tallest = band.height() - 22;
        pen.fill("line", scale.left(), base - 0.5, scale.width(), 1);
        List<FileInterval> seen =
                all.stream().filter(files -> visible(files.at())).toList();
        long most = seen.stream().mapToLong(BurstPainter::sum).max().orElse(0);
        for (FileInterval files : seen) {
            double height = height(sum(files), most, tallest);
            double unit = height / Math.max(1, sum(files));
            double y = column("ink-changed", files.at(), base, files.changed() * unit);
            y = column("ink-danger", files.at(), y, files.deleted() * unit);
            column("ink-ok", files.at(), y, files.added() * unit);
        }
    }

    /// Received bytes above the line, sent ones below it.
    void traffic(List<TrafficInterval> all, LaneBand band) {
        double base = Math.rint(band.top() + band.height() * 0.58) + 0.5;
        double above = base - band.top() - 8;
        double below = band.bottom() - base - 8;
        pen.fill("line", scale.left(), base - 0.5, scale.width(), 1);
        List<TrafficInterval> seen =
                all.stream().filter(traffic -> visible(traffic.at())).toList();
        long most = seen.stream()
                .mapToLong(traffic -> Math.max(traffic.up(), traffic.down()))
                .max()
                .orElse(0);
        for (TrafficInterval traffic : seen) {
            column("ink-flow", traffic.at(), base, height(traffic.down(), most, above));
            double sent = height(traffic.up(), most, below);
            column("ink-flow-soft", traffic.at(), base + 1 + sent, sent);
        }
    }

    private boolean visible(long at) {
        return scale.window().overlaps(at, at + interval);
    }

    private static long sum(FileInterval files) {
        return files.added() + files.changed() + files.deleted();
    }

    private static double height(long value, long most, double tallest) {
        return value == 0 || most == 0 ? 0 : Math.max(1, Math.sqrt(value / (double) most) * tallest);
    }

    /// Draws a column upwards from `y`; returns its upper end.
    private double column(String colour, long at, double y, double height) {
        double from = Math.max(scale.left(), scale.x(at));
        double to = Math.min(scale.right(), scale.x(at + interval));
        if (height > 0 && to > from) {
            pen.fill(colour, from, y - height, Math.max(1, to - from - 1), height);
        }
        return y - height;
    }
}
