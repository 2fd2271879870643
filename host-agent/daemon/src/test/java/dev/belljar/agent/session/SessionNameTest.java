package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the names of sessions.
class SessionNameTest {
    @ParameterizedTest
    @CsvSource({
        "main,main",
        "feature/cart-total,feature-cart-total",
        "../../etc,etc",
        "-rf,rf",
        "a b:c.d,a-b-c-d",
        "übung,bung",
        "///,main",
        "fix_1,fix_1"
    })
    void theNameOfABranchIsReducedToSafeCharacters(String branch, String name) {
        assertThat(SessionName.of(branch)).isEqualTo(name);
    }

    @Test
    void withoutABranchTheNameIsMain() {
        assertThat(SessionName.of(null)).isEqualTo("main");
    }

    @Property(tries = 300)
    void everyBranchGivesAValidName(@ForAll String branch) {
        assertThat(SessionName.of(branch)).matches("[A-Za-z0-9_][A-Za-z0-9_-]{0,39}");
        assertThat(SessionName.valid(SessionName.of(branch))).isTrue();
    }
}
