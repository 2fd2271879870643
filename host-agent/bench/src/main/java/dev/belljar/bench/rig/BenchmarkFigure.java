package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One figure: `n` samples of `bench` in `unit`, their median and 95th percentile, and the rival's median with
/// the ratio to it.
public record BenchmarkFigure(
        String bench,
        String unit,
        int n,
        double median,
        double p95,
        @Nullable String rival,
        @Nullable Double rivalMedian,
        @Nullable Double ratio) {

    /// Creates a figure without a rival.
    public static BenchmarkFigure of(String bench, String unit, double... samples) {
        return new BenchmarkFigure(
                bench, unit, samples.length, quantile(samples, 0.5), quantile(samples, 0.95), null, null, null);
    }

    /// Returns this figure with the samples of a rival.
    public BenchmarkFigure against(String name, double... samples) {
        double theirs = quantile(samples, 0.5);
        return new BenchmarkFigure(bench, unit, n, median, p95, name, theirs, theirs == 0 ? null : median / theirs);
    }

    /// Reports the figure once for each rival, or alone if there is none.
    public void tell(List<RivalProgram> rivals, Consumer<BenchmarkFigure> report)
            throws AgentException, IOException, InterruptedException {
        if (rivals.isEmpty()) {
            report.accept(this);
        }
        for (RivalProgram rival : rivals) {
            report.accept(against(rival.name(), rival.rounds(n)));
        }
    }

    /// The figure in one line of text.
    public String words() {
        String comparison = rival == null || rivalMedian == null || ratio == null
                ? ""
                : String.format(Locale.ROOT, "   %s %.1f, %.3f ×", rival, rivalMedian, ratio);
        return String.format(
                Locale.ROOT, "%-32s %10.1f %s (p95 %.1f, n %d)%s", bench, median, unit, p95, n, comparison);
    }

    /// The fields of the JSON output; those of the rival are null if there is none.
    public Map<String, @Nullable Object> fields() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("bench", bench);
        fields.put("unit", unit);
        fields.put("n", n);
        fields.put("median", median);
        fields.put("p95", p95);
        fields.put("rival", rival);
        fields.put("rival_median", rivalMedian);
        fields.put("ratio", ratio);
        return fields;
    }

    private static double quantile(double[] samples, double part) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        int index = (int) Math.ceil(part * sorted.length) - 1;
        return sorted[Math.max(0, index)];
    }
}
