package dev.belljar.app.recorded;

import java.util.ArrayList;
import java.util.List;

/// Computed series that look like measurements and are the same each time.
public final class SyntheticSeries {
    private SyntheticSeries() {}

    /// A peak at index `at`, of this width and height.
    public record LoadBurst(double at, double width, double height) {}

    /// Returns `count` figures between 0 and about `base`, plus bursts; 1.0 is scaled to `full`.
    public static List<Integer> of(int count, long seed, double base, int full, LoadBurst... bursts) {
        List<Integer> figures = new ArrayList<>();
        long x = seed;
        double level = 0;
        for (int i = 0; i < count; i++) {
            x = (x * 1_103_515_245L + 12_345L) & 0x7fffffffL;
            double r = x / (double) 0x7fffffffL;
            level = level * 0.55 + r * 0.45;
            double sum = base * level;
            for (LoadBurst burst : bursts) {
                double d = (i - burst.at()) / burst.width();
                sum += burst.height() * Math.exp(-d * d) * (0.6 + 0.8 * r);
            }
            figures.add((int) Math.round(sum * full));
        }
        return figures;
    }
}
