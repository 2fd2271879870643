package dev.belljar.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests that each share can take its part whatever the others take, and that together they never exceed the
/// total.
class HostBudgetTest {
    private static final long TOTAL = 1_000;
    private static final long OWN = 20;

    private final HostBudget budget = new HostBudget(TOTAL, OWN);

    private static void fill(HostBudget.Share share) {
        while (share.take(1)) {
            assertThat(share.used()).isPositive();
        }
    }

    @Test
    void aSingleShareBorrowsMostOfTheCommonPart() {
        HostBudget.Share one = budget.open();
        fill(one);
        assertThat(one.used()).isEqualTo(OWN + TOTAL / 2 * 4 / 5);
        one.give(100);
        assertThat(one.room()).isPositive();
    }

    @Test
    void aLateShareGetsItsPartAfterSixteenFullOnes() {
        List<HostBudget.Share> hogs = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            hogs.add(budget.open());
        }
        for (int round = 0; round < 100; round++) {
            hogs.forEach(HostBudgetTest::fill);
        }
        HostBudget.Share late = budget.open();
        assertThat(late.take(OWN)).isTrue();
        assertThat(hogs).allSatisfy(hog -> assertThat(hog.used()).isGreaterThanOrEqualTo(OWN));
        assertThat(budget.used()).isLessThanOrEqualTo(TOTAL);
    }

    @Test
    void sixteenSharesGetAboutTheSame() {
        List<HostBudget.Share> hogs = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            hogs.add(budget.open());
        }
        for (int round = 0; round < 1_000; round++) {
            hogs.forEach(hog -> hog.take(1));
        }
        assertThat(hogs)
                .extracting(HostBudget.Share::used)
                .allSatisfy(used -> assertThat(used).isBetween(OWN + 28, OWN + 33));
    }

    @Test
    void aClosedShareReturnsItsAmountAndTakesNoMore() {
        HostBudget.Share one = budget.open();
        fill(one);
        one.close();
        one.close();
        one.give(5);
        assertThat(one.take(1)).isFalse();
        assertThat(budget.used()).isZero();
        HostBudget.Share two = budget.open();
        assertThat(two.take(OWN + TOTAL / 2 * 4 / 5)).isTrue();
    }

    @Test
    void moreSharesThanPartsGetSmallerParts() {
        List<HostBudget.Share> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(budget.open());
        }
        many.subList(0, 99).forEach(HostBudgetTest::fill);
        assertThat(many.getLast().take(TOTAL / 2 / 100)).isTrue();
    }

    @Test
    void theBudgetIsAlwaysTheSumOfItsShares() {
        Random random = new Random(12);
        List<HostBudget.Share> shares = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            switch (random.nextInt(10)) {
                case 0 -> shares.add(budget.open());
                case 1 -> {
                    if (shares.size() > 5) {
                        shares.remove(random.nextInt(shares.size())).close();
                    }
                }
                default -> {
                    if (!shares.isEmpty()) {
                        HostBudget.Share share = shares.get(random.nextInt(shares.size()));
                        long amount = random.nextInt(80);
                        long room = share.room();
                        if (random.nextInt(3) == 0) {
                            share.give(amount);
                        } else {
                            assertThat(share.take(amount)).isEqualTo(amount <= room);
                        }
                    }
                }
            }
            assertThat(budget.used())
                    .isEqualTo(shares.stream().mapToLong(HostBudget.Share::used).sum())
                    .isBetween(0L, TOTAL);
        }
    }

    @Test
    void aBudgetThatCannotBeSharedIsRefused() {
        assertThatThrownBy(() -> new HostBudget(10, 6)).hasMessageContaining("10 with 6");
    }
}
