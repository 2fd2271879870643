package dev.belljar.app.recorded.sample;

import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileConflict.ConflictHunk;
import dev.belljar.contract.view.review.FileConflict.ConflictLines;
import dev.belljar.contract.view.review.SyncConflicts;
import java.util.List;

/// The conflicts of a sync into the working tree of the sample project.
public final class RecordedConflicts {
    private static final String DIGEST = "5f0c";

    private RecordedConflicts() {}

    /// Two hunks of one file, and a picture that can only be taken as a whole.
    public static SyncConflicts all() {
        ConflictHunk rounding = new ConflictHunk(
                0,
                new ConflictLines(14, 1, "  return sum;\n"),
                new ConflictLines(15, 2, "  // Prices are in cents.\n  return Math.round(sum);\n"),
                new ConflictLines(14, 1, "  return roundHalfEven(sum, currency.digits);\n"));
        ConflictHunk shipping = new ConflictHunk(
                1,
                new ConflictLines(31, 2, "export const FREE_SHIPPING = 5000;\nexport const FLAT_RATE = 490;\n"),
                new ConflictLines(33, 2, "export const FREE_SHIPPING = 4900;\nexport const FLAT_RATE = 490;\n"),
                new ConflictLines(31, 2, "export const FREE_SHIPPING = 5000;\nexport const FLAT_RATE = 590;\n"));
        return new SyncConflicts(
                List.of(
                        new FileConflict("src/cart/total.ts", DIGEST, null, List.of(rounding, shipping)),
                        new FileConflict("public/logo.png", DIGEST, "The file is binary.", List.of())),
                true);
    }
}
