package one;

final class Layers {
    private static final Pattern BY_RULE = Pattern.compile("\\((\\w+) rule \\w+\\)");

    static boolean ofRule(FlowRow flow) {
        String rule = flow.rule() == null ? "" : flow.rule();
        return BY_RULE.matcher(rule).find();
    }
}
