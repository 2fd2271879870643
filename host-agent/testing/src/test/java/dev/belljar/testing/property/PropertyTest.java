package dev.belljar.testing.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/// Tests that properties are tried with many values, and that planted faults are found, repeated and reduced.
class PropertyTest {
    private static final Set<Integer> SEEN = new HashSet<>();
    private static final List<Object> CALLS = new ArrayList<>();

    /// A test that records its values, and fails when they contain the planted fault.
    private static PropertyCheck check(List<List<@Nullable Object>> seen, Fault fault, Generator<?>... parameters) {
        return new PropertyCheck(List.of(parameters), values -> {
            seen.add(values);
            fault.find(values);
        });
    }

    private interface Fault {
        void find(List<@Nullable Object> values);
    }

    private static void noFault(List<@Nullable Object> values) {
        assertThat(values).isNotNull();
    }

    /// The planted fault: a byte over 0x7f that follows a zero.
    private static void zeroBeforeHighByte(List<@Nullable Object> values) {
        byte[] bytes = (byte[]) values.getFirst();
        for (int i = 1; bytes != null && i < bytes.length; i++) {
            assertThat(bytes[i - 1] == 0 && bytes[i] < 0).isFalse();
        }
    }

    /// The planted fault: a list with two texts of more than three characters.
    private static void twoLongTexts(List<@Nullable Object> values) {
        assertThat(((List<?>) values.getFirst())
                        .stream()
                                .filter(text ->
                                        String.valueOf(text).codePoints().count() > 3))
                .hasSizeLessThan(2);
    }

    @Test
    void aFailureNamesASeedThatRepeatsItAtOnce() {
        List<List<@Nullable Object>> first = new ArrayList<>();
        PropertyCheck failing = check(first, PropertyTest::zeroBeforeHighByte, Generators.bytes(0, 300));
        String message = message(failing, 5_000, 42);
        assertThat(message).containsPattern("try \\d+ of 5000 failed").contains("property.seed=");
        long seed = Long.parseLong(message.replaceAll("(?s).*property.seed=(-?\\d+).*", "$1"));
        String repeated = message(failing, 5_000, seed);
        assertThat(repeated).startsWith("try 1 of 5000 failed").contains("property.seed=" + seed);
        assertThat(repeated.lines().skip(1))
                .containsExactlyElementsOf(message.lines().skip(1).toList());
    }

    @Test
    void aByteArrayIsReducedToTheBytesThatFail() {
        PropertyCheck failing = check(new ArrayList<>(), PropertyTest::zeroBeforeHighByte, Generators.bytes(0, 2_000));
        assertThat(message(failing, 5_000, 1)).contains("simplest values: 2 bytes 0080");
    }

    @Test
    void aListOfTextsIsReducedToTheTextsThatFail() {
        Generator<List<String>> texts = Generators.strings(0, 40).list(30);
        assertThat(message(check(new ArrayList<>(), PropertyTest::twoLongTexts, texts), 1_000, 1))
                .contains("simplest values: [\"aaaa\", \"aaaa\"]");
    }

    @Test
    void numbersAreReducedToTheSmallestThatFail() {
        PropertyCheck failing = check(
                new ArrayList<>(),
                values -> assertThat((Integer) values.getFirst()).isLessThan(1_000),
                Generators.integers(-1_000_000, 1_000_000),
                Generators.longs(Long.MIN_VALUE, Long.MAX_VALUE));
        assertThat(message(failing, 1_000, 1)).contains("simplest values: 1000, 0");
    }

    @Test
    void aFailureOfAnotherKindIsNotTakenForTheSame() {
        PropertyCheck failing = check(
                new ArrayList<>(),
                values -> {
                    if (values.getFirst() instanceof byte[] bytes && bytes.length < 5) {
                        throw new IllegalStateException("another fault");
                    }
                    assertThat(values.getFirst()).isNull();
                },
                Generators.bytes(5, 100).orNull(0));
        assertThat(message(failing, 10, 1)).contains("simplest values: 5 bytes 0000000000");
    }

    @Test
    void fewValuesAreAllTriedOnce() {
        List<List<@Nullable Object>> seen = new ArrayList<>();
        check(seen, PropertyTest::noFault, Generators.integers(1, 20), Generators.booleans())
                .check(40, 7);
        assertThat(seen).hasSize(40).doesNotHaveDuplicates();
        seen.clear();
        check(seen, PropertyTest::noFault, Generators.integers(1, 20), Generators.booleans())
                .check(39, 7);
        assertThat(seen).hasSize(39);
    }

    @Test
    void limitsAndExtremesAreTried() {
        List<List<@Nullable Object>> seen = new ArrayList<>();
        check(
                        seen,
                        PropertyTest::noFault,
                        Generators.longs(Long.MIN_VALUE, Long.MAX_VALUE),
                        Generators.integers(-7, 65_535))
                .check(1_000, 3);
        assertThat(seen).extracting(List::getFirst).contains(0L, Long.MIN_VALUE, Long.MAX_VALUE);
        assertThat(seen).extracting(List::getLast).contains(0, 65_535, 65_534);
        assertThat(seen)
                .allSatisfy(values -> assertThat((Integer) values.getLast()).isBetween(-7, 65_535));
    }

    @Test
    void textContainsEveryKindOfCharacter() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            String text = Generators.strings(0, 50).next(Choices.random(i));
            assertThat(text.length()).isLessThanOrEqualTo(50);
            all.append(text);
        }
        assertThat(all.toString())
                .contains("\0", "\n", "\"", "\\", "\u202e", "z")
                .containsPattern("[\ud83c-\ud83d]");
        assertThat(all.chars().anyMatch(c -> c > 0x3000)).isTrue();
    }

    @Property(tries = 500)
    void everyTypeOfParameterHasValues(
            @ForAll @IntRange(max = 3) int few,
            @ForAll @Size(min = 2, max = 4) byte[] bytes,
            @ForAll @Size(max = 3) List<@IntRange(min = 5, max = 6) Integer> list,
            @ForAll("words") String word,
            @ForAll DisplayOrder order,
            @ForAll Random random) {
        assertThat(few).isBetween(0, 3);
        assertThat(bytes.length).isBetween(2, 4);
        assertThat(list)
                .hasSizeLessThanOrEqualTo(3)
                .allSatisfy(number -> assertThat(number).isBetween(5, 6));
        assertThat(word).isIn("one", "two");
        assertThat(order).isNotNull();
        assertThat(random).isNotNull();
        CALLS.add(word);
    }

    enum DisplayOrder {
        UP,
        DOWN
    }

    Generator<String> words() {
        return Generators.of("one", "two");
    }

    @Property
    void allOfFewValuesAreTried(@ForAll @IntRange(min = 5, max = 15) int value) {
        SEEN.add(value);
    }

    @AfterAll
    static void everyTryWasMade() {
        // Either test may have been run alone.
        int tries = 500 * Integer.getInteger("property.factor", 1);
        assertThat(CALLS.isEmpty() || (CALLS.size() == tries && new HashSet<>(CALLS).size() == 2))
                .isTrue();
        assertThat(SEEN.isEmpty() || SEEN.size() == 11).isTrue();
    }

    private static String message(PropertyCheck failing, int tries, long seed) {
        List<String> message = new ArrayList<>();
        assertThatThrownBy(() -> failing.check(tries, seed))
                .isInstanceOf(PropertyFailure.class)
                .satisfies(failure -> message.add(String.valueOf(failure.getMessage())));
        return message.getFirst();
    }

    @Test
    void aPropertyThatHoldsSucceeds() {
        assertThatCode(() -> check(new ArrayList<>(), PropertyTest::noFault, Generators.bytes(0, 9))
                        .check(100, 1))
                .doesNotThrowAnyException();
    }
}
