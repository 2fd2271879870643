package dev.belljar.testing.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Tests that the tests of all modules wait for conditions instead of sleeping, and that the check finds its planted
/// offenders.
class TestSleepsTest {
    private static TestSleeps sleeps;
    private static Checkout real;
    private static Checkout offender;

    @BeforeAll
    static void read() throws Exception {
        sleeps = TestSleeps.read();
        real = Checkout.read(Checkout.root());
        offender = Checkout.read(Path.of(
                Objects.requireNonNull(TestSleepsTest.class.getResource("/offenders/sleeps"), "the planted offenders")
                        .toURI()));
    }

    @Test
    void testsWaitForConditions() {
        assertThat(sleeps.unlisted(real)).isEmpty();
    }

    @Test
    void aTestThatSleepsIsFound() {
        assertThat(sleeps.unlisted(offender))
                .containsExactly("app/src/test/java/one/OtherSleepTest.java", "app/src/test/java/one/SleepTest.java");
    }

    @Test
    void eachListedTestSleeps() {
        assertThat(sleeps.unused(real)).isEmpty();
    }

    @Test
    void aListedTestThatDoesNotSleepIsFound() {
        assertThat(sleeps.unused(offender)).contains("ForgedCard").doesNotContain("Peer");
    }
}
