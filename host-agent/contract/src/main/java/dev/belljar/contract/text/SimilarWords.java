package dev.belljar.contract.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// Finds the word that was probably meant by a mistyped one.
public final class SimilarWords {
    /// A word is similar if at most one of so many letters differs.
    private static final int LETTERS_PER_ERROR = 3;

    private SimilarWords() {}

    /// The most similar of these words; empty if none is similar.
    public static Optional<String> nearest(String typed, Collection<String> known) {
        return known.stream()
                .filter(word -> distance(typed, word) <= Math.max(1, typed.length() / LETTERS_PER_ERROR))
                .min(Comparator.<String>comparingInt(word -> distance(typed, word))
                        .thenComparing(word -> word));
    }

    /// How many letters must be added, removed, replaced, or exchanged with their neighbour.
    private static int distance(String one, String other) {
        int[][] errors = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                errors[i][j] = i == 0 || j == 0 ? i + j : errors(errors, one, other, i, j);
            }
        }
        return errors[one.length()][other.length()];
    }

    private static int errors(int[][] errors, String one, String other, int i, int j) {
        boolean same = one.charAt(i - 1) == other.charAt(j - 1);
        int least = Math.min(errors[i - 1][j - 1] + (same ? 0 : 1), 1 + Math.min(errors[i - 1][j], errors[i][j - 1]));
        boolean exchanged =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return exchanged ? Math.min(least, errors[i - 2][j - 2] + 1) : least;
    }
}
