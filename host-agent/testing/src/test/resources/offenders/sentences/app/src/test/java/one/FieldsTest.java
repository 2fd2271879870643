package one;

final class FieldsTest {
    static boolean says(Problem problem) {
        return problem.detail().contains("ports");
    }
}
