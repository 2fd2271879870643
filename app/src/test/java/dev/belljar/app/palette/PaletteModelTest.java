package dev.belljar.app.palette;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kordamp.ikonli.feather.Feather;

/// Tests that the command palette finds entries of all groups and never selects an approval by itself.
class PaletteModelTest {
    private static final PaletteItem TERMINAL = item(PaletteGroup.VIEWS, "Terminal", "shop");
    private static final PaletteItem SHOP = item(PaletteGroup.SANDBOXES, "shop", "~/projects/shop");
    private static final PaletteItem GITHUB = item(PaletteGroup.APPROVALS, "api.github.com:443", "shop · node 1236");
    private static final PaletteItem NODE = item(PaletteGroup.PROCESSES, "node 1236", "node scripts/fetch.js");
    private static final PaletteItem TOTAL = item(PaletteGroup.FILES, "total.ts", "src/cart");
    private static final PaletteItem NPM = item(PaletteGroup.CONNECTIONS, "registry.npmjs.org", "npm");
    private static final PaletteItem GREEN = item(PaletteGroup.SNAPSHOTS, "tests green", "shop");
    private static final PaletteItem SNAPSHOT = item(PaletteGroup.ACTIONS, "Snapshot…", "shop");
    private static final PaletteItem THEME = item(PaletteGroup.ACTIONS, "Toggle theme", "");
    private static final List<PaletteItem> ALL =
            List.of(TERMINAL, SHOP, GITHUB, NODE, TOTAL, NPM, GREEN, SNAPSHOT, THEME);

    @Test
    void processesFilesConnectionsSnapshotsAndApprovalsAreFound() {
        assertThat(found("1236")).containsExactly(NODE, GITHUB);
        assertThat(found("total")).containsExactly(TOTAL);
        assertThat(found("src/cart")).containsExactly(TOTAL);
        assertThat(found("npmjs")).containsExactly(NPM);
        assertThat(found("green")).containsExactly(GREEN);
        assertThat(found("github")).containsExactly(GITHUB);
        assertThat(found("NODE fetch")).containsExactly(NODE);
        assertThat(found("nothing of that")).isEmpty();
    }

    @Test
    void afterTheGreaterSignThereAreOnlyActions() {
        assertThat(found(">")).containsExactly(SNAPSHOT, THEME);
        assertThat(found("> shop")).containsExactly(SNAPSHOT);
        assertThat(found(">total")).isEmpty();
    }

    @Test
    void anApprovalIsNeverSelectedAutomatically() {
        List<PaletteModel.PaletteRow> only = model(List.of()).find("github");
        assertThat(PaletteModel.first(only)).isEqualTo(-1);
        List<PaletteModel.PaletteRow> offered = model(List.of(GITHUB.id())).find("");
        assertThat(item(offered, PaletteModel.first(offered))).isEqualTo(TERMINAL);
        assertThat(item(only, PaletteModel.step(only, -1, 1))).isEqualTo(GITHUB);
    }

    @Test
    void recentlyUsedEntriesAreOfferedFirstAndOnce() {
        PaletteModel model = model(List.of(GREEN.id(), THEME.id(), "gone"));
        assertThat(items(model.find("")))
                .startsWith(GREEN, THEME, TERMINAL, SHOP, GITHUB)
                .doesNotHaveDuplicates();
        assertThat(model.find("").getFirst())
                .isEqualTo(new PaletteModel.PaletteRow.GroupHeading(PaletteGroup.RECENT, 2, 2));
    }

    @Test
    void theArrowKeysSkipHeadingsAndWrapAround() {
        List<PaletteModel.PaletteRow> rows = model(List.of()).find("shop");
        int last = rows.size() - 1;
        int first = PaletteModel.first(rows);
        assertThat(rows.getFirst()).isInstanceOf(PaletteModel.PaletteRow.GroupHeading.class);
        assertThat(PaletteModel.step(rows, last, 1)).isEqualTo(1);
        assertThat(PaletteModel.step(rows, first, -1)).isEqualTo(last);
        assertThat(PaletteModel.step(List.of(), -1, 1)).isEqualTo(-1);
        for (int i = 0, at = first; i < rows.size(); i++) {
            at = PaletteModel.step(rows, at, 1);
            assertThat(rows.get(at)).isInstanceOf(PaletteModel.PaletteRow.ItemRow.class);
        }
    }

    @Test
    void aThousandFilesDoNotHideAProcess() {
        List<PaletteItem> many = IntStream.range(0, 1_000)
                .mapToObj(i -> item(PaletteGroup.FILES, "node" + i + ".js", ""))
                .toList();
        List<PaletteItem> items = java.util.stream.Stream.concat(many.stream(), java.util.stream.Stream.of(NODE))
                .toList();
        List<PaletteModel.PaletteRow> rows = new PaletteModel(items, List.of()).find("node");
        assertThat(items(rows)).contains(NODE).hasSize(PaletteModel.SHOWN + 1);
        assertThat(rows)
                .contains(new PaletteModel.PaletteRow.GroupHeading(PaletteGroup.FILES, PaletteModel.SHOWN, 1_000));
    }

    @Test
    void aBetterMatchIsListedFirst() {
        PaletteItem inside = item(PaletteGroup.VIEWS, "unshop", "");
        PaletteModel model = new PaletteModel(List.of(inside, SHOP), List.of());
        assertThat(items(model.find("shop"))).containsExactly(SHOP, inside);
    }

    private static PaletteModel model(List<String> recent) {
        return new PaletteModel(ALL, recent);
    }

    private static List<PaletteItem> found(String typed) {
        return items(model(List.of()).find(typed));
    }

    private static List<PaletteItem> items(List<PaletteModel.PaletteRow> rows) {
        return rows.stream()
                .filter(PaletteModel.PaletteRow.ItemRow.class::isInstance)
                .map(row -> ((PaletteModel.PaletteRow.ItemRow) row).item())
                .toList();
    }

    private static PaletteItem item(List<PaletteModel.PaletteRow> rows, int at) {
        return items(List.of(rows.get(at))).getFirst();
    }

    private static PaletteItem item(PaletteGroup group, String words, String detail) {
        return new PaletteItem(group + " " + words, group, Feather.CIRCLE, words, detail, "", () -> {});
    }
}
