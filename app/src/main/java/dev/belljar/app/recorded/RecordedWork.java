package dev.belljar.app.recorded;

import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SkippedFile;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The work in `shop`: changed files, commits, and both versions of one file.
final class RecordedWork {
    /// The output of the script that inspects a process.
    static final String INSIDE = """
            E HOME
            E INIT_CWD
            E PATH
            E npm_command
            E npm_config_cache
            E npm_lifecycle_event
            E npm_package_name
            F0 /workspace/node_modules/qrpress/scripts/fetch-binary.js
            F0 /etc/resolv.conf
            F2 /home/agent/.npm/_logs/14_31_42-debug-0.log
            """;

    private static final String BASE = "3f2a9b0c77d21e9d3c0e85be07d1a41f9c2b1a00";
    private static final String TIP = "e7c14a90c77d21e9d3c0e85be07d1a41f9c2b1a00".substring(0, 40);
    private static final String BEFORE = """
            import { Money } from '../money';
            import type { Cart } from './cart';

            const ZERO = Money.of(0, 'EUR');

            /** Goods only, before any discount. */
            export const goods = (cart: Cart) => sum(cart.lines);
            /** What the customer pays. */
            export function total(cart: Cart): Money {
              return sum(cart.lines);
            }


            /** Prices of one line, tax included. */
            export function cost(l: Line) {
              return l.price.times(l.count);
            }
            /** Prices are whole cents already. */
            function sum(lines: Line[]): Money {
              let n = ZERO;
              for (const l of lines) n = n.plus(l.price);
              return n;
            }

            export function round(m: Money): Money {
              return m.round(2);
            }

            """;
    private static final String AFTER = """
            import { Money } from '../money';
            import type { Cart, Line } from './cart';
            import { type Coupon, isLive } from './coupon';

            const ZERO = Money.of(0, 'EUR');

            /** Goods only, before any discount. */
            export const goods = (cart: Cart) => sum(cart.lines);
            /** What the customer pays. */
            export function total(cart: Cart): Money {
              const gross = sum(cart.lines);
              return gross.minus(discount(cart, gross));
            }

            /** Never more than the goods are worth. */
            function discount(cart: Cart, gross: Money) {
              if (cart.coupons.length === 0) return ZERO;

              const off = cart.coupons
                .slice(0, MAX_COUPONS)
                .filter((c) => isLive(c, cart.at))
                .map((c) => amount(c, gross))
                .reduce((a, b) => a.plus(b), ZERO);
              return off.min(gross);
            }


            /** Prices of one line, tax included. */
            export function cost(l: Line) {
              return l.price.times(l.count);
            }
            /** Prices are whole cents already. */
            function sum(lines: readonly Line[]): Money {
              let n = ZERO;
              for (const l of lines) n = n.plus(cost(l));
              return n;
            }

            export function round(m: Money): Money {
              return m.round(2);
            }

            """;

    private RecordedWork() {}

    static FileDiff diff() {
        return new FileDiff(
                BASE,
                TIP,
                List.of(
                        change(
                                "M",
                                ".github/workflows/ci.yml",
                                3,
                                1,
                                "it runs on a build server, often with access to secrets"),
                        change(
                                "A",
                                ".vscode/tasks.json",
                                14,
                                0,
                                "Visual Studio Code runs tasks and launch configurations and reads settings from this folder"),
                        change(
                                "M",
                                "package.json",
                                2,
                                1,
                                "a package manager runs its scripts or installs its dependencies"),
                        change("A", "src/api/coupons.ts", 38, 0, null),
                        change("M", "src/cart/cart.ts", 12, 5, null),
                        change("A", "src/cart/coupon.test.ts", 84, 0, null),
                        change("A", "src/cart/coupon.ts", 57, 0, null),
                        change("D", "src/cart/legacyPromo.ts", 0, 61, null),
                        change("M", "src/cart/total.ts", 18, 4, null),
                        change("M", "src/checkout/Summary.test.tsx", 26, 3, null),
                        change("M", "src/checkout/Summary.tsx", 21, 9, null),
                        change("M", "src/checkout/summary.css", 11, 2, null),
                        change("M", "package-lock.json", 41, 6, null),
                        change("M", "README.md", 9, 2, null)),
                List.of(),
                true);
    }

    /// Returns the same work, with files that are too large to fetch.
    static FileDiff withoutLarge() {
        return diff().without(
                        List.of(
                                new SkippedFile(
                                        "fixtures/videos/checkout-walkthrough.tar",
                                        1_920_000_000L,
                                        "too large (1.9 GB)"),
                                new SkippedFile("disk.img", 1L << 40, "too large (1.1 TB)")),
                        2);
    }

    static SyncPlan planWithoutLarge() {
        SyncPlan whole = plan();
        return new SyncPlan(
                whole.commit(),
                whole.base(),
                "belljar/try-2",
                whole.commits(),
                whole.uncommitted(),
                withoutLarge(),
                whole.own(),
                false);
    }

    static FileDiff nothing() {
        return new FileDiff(BASE, BASE, List.of(), List.of(), true);
    }

    static SyncPlan plan() {
        return new SyncPlan(
                TIP,
                BASE,
                "belljar/shop",
                List.of(
                        new WorkCommit(
                                "a41f9c2000000000000000000000000000000000",
                                "cart: accept coupon codes",
                                "agent",
                                RecordedHost.at("14:09:00")),
                        new WorkCommit(
                                "5be07d1000000000000000000000000000000000",
                                "test: coupon edge cases",
                                "agent",
                                RecordedHost.at("14:21:00")),
                        new WorkCommit(
                                "9d3c0e8000000000000000000000000000000000",
                                "checkout: show the discount line",
                                "agent",
                                RecordedHost.at("14:27:00"))),
                2,
                diff(),
                new FileDiff(
                        BASE,
                        TIP,
                        List.of(
                                change("M", "docs/pricing.md", 4, 1, null),
                                change("A", "notes/coupons.txt", 12, 0, null)),
                        List.of(),
                        true),
                false);
    }

    /// The state of the sync of each sandbox.
    static List<SyncStatus> syncs() {
        return List.of(
                sync("shop", SyncMode.MANUAL, SyncState.CHANGED, 3, 2, null),
                sync("try-1", SyncMode.AUTO_COMMIT, SyncState.WAITING, 1, 0, null),
                sync(
                        "try-2",
                        SyncMode.AUTO_IDLE,
                        SyncState.CONFLICT,
                        3,
                        2,
                        new Problem(
                                "belljar:sync.conflict",
                                "sync conflict",
                                409,
                                "branch main of the project also changed src/cart/total.ts",
                                "sync.conflict",
                                null)),
                sync("docs", SyncMode.AUTO_IDLE, SyncState.IN_SYNC, 0, 0, null));
    }

    private static SyncStatus sync(
            String name, SyncMode mode, SyncState state, int commits, int files, @Nullable Problem problem) {
        SyncSettings settings = new SyncSettings(mode, SyncSettings.IDLE_SECONDS, mode != SyncMode.MANUAL, false);
        return new SyncStatus(
                "sb-" + name, settings, state, commits, files, 0, false, RecordedHost.at("14:30:00"), problem);
    }

    static SyncPlan upToDate() {
        return new SyncPlan(BASE, BASE, "belljar/docs", List.of(), 0, nothing(), nothing(), true);
    }

    static FileContents contents(String path) {
        return new FileContents(path, BEFORE, AFTER, null);
    }

    private static FileChange change(String status, String path, int added, int removed, @Nullable String risk) {
        return new FileChange(status, path, null, added, removed, false, risk);
    }
}
