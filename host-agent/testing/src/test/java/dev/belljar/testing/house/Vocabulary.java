package dev.belljar.testing.house;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds the retired words of `vocabulary.txt` in a checkout. Each finding is a line
/// `file: word, and the replacement`.
final class Vocabulary {
    private static final Pattern LINE = Pattern.compile("(name|identifier|package|text|host|reader) ([^:]+): (.+)");
    private static final Pattern SHARED = Pattern.compile("shared (\\w+)");
    private static final Pattern ELSEWHERE = Pattern.compile("elsewhere ([^:]+): .+");
    private static final int GLOSSARY_CELLS = 6;
    private static final Pattern EXEMPT = Pattern.compile("exempt ([^:]+): ([^,]+), .+");
    private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern FIRST_LETTER = Pattern.compile("(?:^|_)([a-z])");
    private static final Pattern ONE_WORD = Pattern.compile("[A-Z][a-z0-9]*");
    // A phrase may be wrapped, also over lines of a comment.
    private static final String GAP = "[\\s/*]+";
    private static final String PRODUCTION = "/src/main/java/";
    private static final String COMMAND_LINE = "host-agent/client/src/main/";

    private final Map<Kind, List<Retired>> retired = new EnumMap<>(Kind.class);
    private final List<Exemption> exemptions = new ArrayList<>();
    private final Set<String> elsewhere = new TreeSet<>();
    private final SortedSet<String> shared = new TreeSet<>();

    private enum Kind {
        NAME,
        IDENTIFIER,
        PACKAGE,
        TEXT,
        HOST,
        READER
    }

    /// `start`: the word, or the first one of a phrase, in lower case.
    private record Retired(String word, String start, Pattern pattern, String instead) {}

    /// `file` may have the retired word.
    private record Exemption(String file, String word) {}

    private Vocabulary() {}

    /// Reads `vocabulary.txt`.
    static Vocabulary read() throws IOException {
        Vocabulary vocabulary = new Vocabulary();
        try (InputStream in = Objects.requireNonNull(Vocabulary.class.getResourceAsStream("vocabulary.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(vocabulary::add);
        }
        return vocabulary;
    }

    /// Finds retired words in the names of types and packages.
    List<String> inNames(Checkout checkout) {
        List<String> found = new ArrayList<>();
        checkout.sources().forEach((file, source) -> {
            source.allTypes().forEach(type -> find(found, file, words(type), Kind.NAME));
            find(found, file, "." + source.packageName() + ".", Kind.PACKAGE);
        });
        return found;
    }

    /// Finds retired words in the names of fields, parameters, variables, methods and functions, and of nested types.
    List<String> inIdentifiers(Checkout checkout) {
        List<String> found = new ArrayList<>();
        checkout.sources().forEach((file, source) -> findIdentifiers(found, file, source.identifiers()));
        checkout.programs().forEach((file, text) -> findIdentifiers(found, file, SourceText.identifiers(text)));
        return found;
    }

    /// Finds retired words in comments, strings, programs and documents.
    List<String> inTexts(Checkout checkout) {
        return inTexts(checkout, Kind.TEXT);
    }

    /// Finds phrases that call the host a machine.
    List<String> hostAsMachine(Checkout checkout) {
        List<String> found = inTexts(checkout, Kind.HOST);
        checkout.sources().forEach((file, source) -> {
            if (file.startsWith(COMMAND_LINE)) {
                find(found, file, source.strings(), Kind.READER);
            }
        });
        checkout.documents().forEach((file, text) -> {
            if (file.endsWith(".md") || file.endsWith(".html")) {
                find(found, file, text, Kind.READER);
            }
        });
        return found;
    }

    /// Returns the simple names of top-level types that several packages have, each with its packages.
    static SortedMap<String, SortedSet<String>> sharedNames(Checkout checkout) {
        SortedMap<String, SortedSet<String>> packages = new TreeMap<>();
        checkout.sources()
                .values()
                .forEach(source -> source.types()
                        .forEach(type -> packages.computeIfAbsent(type, name -> new TreeSet<>())
                                .add(source.packageName())));
        packages.values().removeIf(in -> in.size() < 2);
        return packages;
    }

    /// Returns the names of top-level types that consist of a single word.
    static List<String> singleWords(Checkout checkout) {
        return checkout.sources().values().stream()
                .flatMap(source -> source.types().stream())
                .filter(type -> ONE_WORD.matcher(type).matches())
                .toList();
    }

    /// Returns the simple names of nested types in production code, private ones left out, that several files
    /// have, each with its files.
    static SortedMap<String, SortedSet<String>> sharedNestedNames(Checkout checkout) {
        SortedMap<String, SortedSet<String>> files = new TreeMap<>();
        checkout.sources().forEach((file, source) -> {
            if (file.contains(PRODUCTION)) {
                source.nestedTypes()
                        .forEach(type -> files.computeIfAbsent(type, name -> new TreeSet<>())
                                .add(file));
            }
        });
        files.values().removeIf(in -> in.size() < 2);
        return files;
    }

    /// Returns the nested type names that several files may still have.
    SortedSet<String> allowedSharedNames() {
        return shared;
    }

    /// Returns the names of nested types in production code, private ones left out, that consist of a single word.
    static List<String> singleNestedWords(Checkout checkout) {
        return checkout.sources().entrySet().stream()
                .filter(entry -> entry.getKey().contains(PRODUCTION))
                .flatMap(entry -> entry.getValue().nestedTypes().stream())
                .filter(type -> ONE_WORD.matcher(type).matches())
                .toList();
    }

    /// Returns the words of a glossary's column *not* that `vocabulary.txt` neither retires nor lists as used in
    /// another sense.
    List<String> unlisted(String glossary) {
        return glossary.lines()
                .map(line -> line.split("\\|", -1))
                .filter(cells -> cells.length == GLOSSARY_CELLS)
                .map(cells -> cells[GLOSSARY_CELLS - 2].strip())
                .filter(cell -> !cell.equals("not") && !cell.startsWith("---"))
                .flatMap(cell -> Arrays.stream(cell.split("[,;]", -1)))
                .map(word -> word.strip().toLowerCase(Locale.ROOT))
                .filter(word -> !word.isEmpty() && !elsewhere.contains(word))
                .filter(word -> retired.values().stream()
                        .flatMap(Collection::stream)
                        .noneMatch(one -> one.word().replace(" ", "").equalsIgnoreCase(word.replace(" ", ""))))
                .toList();
    }

    /// Returns the exemptions of files that do not have the word that they may have.
    List<String> unusedExemptions(Checkout checkout) {
        return exemptions.stream()
                .filter(exemption -> !text(checkout, exemption.file())
                        .toLowerCase(Locale.ROOT)
                        .contains(exemption.word().toLowerCase(Locale.ROOT)))
                .map(exemption ->
                        "%s: %s is exempt, but the file does not have it".formatted(exemption.file(), exemption.word()))
                .toList();
    }

    private static String text(Checkout checkout, String file) {
        SourceText source = checkout.sources().get(file);
        return source == null
                ? checkout.programs().getOrDefault(file, "")
                : source.identifiers() + source.comments() + source.strings();
    }

    private void add(String line) {
        Matcher exempt = EXEMPT.matcher(line);
        if (exempt.matches()) {
            exemptions.add(new Exemption(exempt.group(1), exempt.group(2)));
            return;
        }
        Matcher other = ELSEWHERE.matcher(line);
        if (other.matches()) {
            elsewhere.add(other.group(1).toLowerCase(Locale.ROOT));
            return;
        }
        Matcher several = SHARED.matcher(line);
        if (several.matches()) {
            shared.add(several.group(1));
            return;
        }
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("vocabulary.txt: expected “KIND WORD: INSTEAD”, not: " + line);
        }
        Kind kind = Kind.valueOf(parts.group(1).toUpperCase(Locale.ROOT));
        String word = parts.group(2);
        String start =
                NEXT_WORD.matcher(word).replaceAll(" ").replaceFirst(" .*", "").toLowerCase(Locale.ROOT);
        retired.computeIfAbsent(kind, k -> new ArrayList<>())
                .add(new Retired(word, start, pattern(kind, word), parts.group(3)));
    }

    private static Pattern pattern(Kind kind, String word) {
        return switch (kind) {
            case NAME, IDENTIFIER ->
                Pattern.compile("-" + NEXT_WORD.matcher(word).replaceAll("-") + "(e?s)?(?=-)");
            case PACKAGE -> Pattern.compile("\\." + word + "(?=\\.)");
            case TEXT, HOST, READER ->
                Pattern.compile(
                        "(?<![A-Za-z0-9])" + word.replace(" ", GAP) + "s?(?![A-Za-z0-9])", Pattern.CASE_INSENSITIVE);
        };
    }

    /// `-Local-Names-` for `LocalNames`, `localNames`, `local_names` and `LOCAL_NAMES`.
    private static String words(String name) {
        boolean constant = name.indexOf('_') > 0 && name.equals(name.toUpperCase(Locale.ROOT));
        String camel = FIRST_LETTER
                .matcher(constant ? name.toLowerCase(Locale.ROOT) : name)
                .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
        return "-" + NEXT_WORD.matcher(camel).replaceAll("-") + "-";
    }

    private List<String> inTexts(Checkout checkout, Kind kind) {
        List<String> found = new ArrayList<>();
        checkout.sources().forEach((file, source) -> {
            find(found, file, source.comments(), kind);
            find(found, file, source.strings(), kind);
        });
        checkout.programs().forEach((file, text) -> find(found, file, text, kind));
        checkout.documents().forEach((file, text) -> find(found, file, text, kind));
        return found;
    }

    private void findIdentifiers(List<String> found, String file, Set<String> identifiers) {
        String words = identifiers.stream().map(Vocabulary::words).collect(Collectors.joining());
        find(found, file, words, Kind.IDENTIFIER);
    }

    private void find(List<String> found, String file, String text, Kind kind) {
        String lower = text.toLowerCase(Locale.ROOT);
        for (Retired word : retired.getOrDefault(kind, List.of())) {
            // Few texts contain the start of the word: a search for it first takes a tenth of the time.
            if (lower.contains(word.start())
                    && word.pattern().matcher(text).find()
                    && !exemptions.contains(new Exemption(file, word.word()))) {
                found.add("%s: “%s” is not used any more; say: %s".formatted(file, word.word(), word.instead()));
            }
        }
    }
}
