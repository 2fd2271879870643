package one;

/// Code may show a sentence, and compare a code: `detail().contains("x")` in a comment is no code.
final class Shown {
    static String of(Problem problem) {
        return switch (problem.code()) {
            case "a.b" -> problem.detail().strip();
            default -> problem.detail() + ".contains(";
        };
    }

    /// Words may be shown, and a rule that a user typed may be searched.
    static String words(FlowRow flow, AddRule request) {
        String words = flow.rule();
        return words == null || request.rule().contains(":443") ? "" : words;
    }
}
