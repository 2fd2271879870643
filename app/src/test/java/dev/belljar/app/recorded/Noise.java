package dev.belljar.app.recorded;

import java.util.ArrayList;
import java.util.List;

/// Numbers that look measured and never change.
public final class Noise {
    private Noise() {}

    /// A burst of activity: when, how long, how high.
    public record Burst(double at, double width, double height) {}

    /// `count` figures around a base of up to `base`, with bursts; 1.0 becomes `full`.
    public static List<Integer> of(int count, long seed, double base, int full, Burst... bursts) {
        List<Integer> figures = new ArrayList<>();
        long x = seed;
        double level = 0;
        for (int i = 0; i < count; i++) {
            x = (x * 1_103_515_245L + 12_345L) & 0x7fffffffL;
            double r = x / (double) 0x7fffffffL;
            level = level * 0.55 + r * 0.45;
            double sum = base * level;
            for (Burst burst : bursts) {
                double d = (i - burst.at()) / burst.width();
                sum += burst.height() * Math.exp(-d * d) * (0.6 + 0.8 * r);
            }
            figures.add((int) Math.round(sum * full));
        }
        return figures;
    }
}
