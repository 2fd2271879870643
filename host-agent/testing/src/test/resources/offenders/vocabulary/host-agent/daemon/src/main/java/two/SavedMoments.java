package two;

class SavedMoments {
    String words = """
            12 octets on your machine. A momentary fleeting "look".
            """;
    char quote = '"';
    // 'Says no retired word.
}

enum Single {
    CARETAKER
}
