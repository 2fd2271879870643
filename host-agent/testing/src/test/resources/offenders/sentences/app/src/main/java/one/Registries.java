package one;

final class Registries {
    static boolean allowed(FlowLine line) {
        return line.flow().rule().contains("registr");
    }
}
