package one;

final class Fields {
    static boolean ports(Problem problem) {
        return problem.detail()
                .startsWith("ports");
    }
}
