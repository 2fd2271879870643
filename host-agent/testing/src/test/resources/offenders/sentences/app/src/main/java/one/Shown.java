package one;

/// Code may show a sentence, and compare a code: `detail().contains("x")` in a comment is no code.
final class Shown {
    static String of(Problem problem) {
        return switch (problem.code()) {
            case "a.b" -> problem.detail().strip();
            default -> problem.detail() + ".contains(";
        };
    }
}
