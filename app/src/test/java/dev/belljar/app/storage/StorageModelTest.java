package dev.belljar.app.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Tests what the dialog says about disk space, and what is sent.
class StorageModelTest {
    private static final long GIB = 1L << 30;
    private static final SandboxStorage SHOP =
            new SandboxStorage("shop", "shop", 0, 0, 2 * GIB, 0, GIB, 3 * GIB, 4 * GIB, true);

    private final StorageModel model = new StorageModel();

    @Test
    void onlyChangedLimitsAreSent() {
        assertThat(model.change("1 GiB", "")).isEmpty();
        model.show(storage(List.of()));
        assertThat(model.change("10 GiB", "")).isEmpty();
        assertThat(model.change("12 GiB", "")).contains(new SetStorage(null, 12 * GIB));
        assertThat(model.change("10 GiB", "20 GiB")).contains(new SetStorage(20 * GIB, null));
    }

    @Test
    void aLimitThatTheEnvironmentSetsIsNotSent() {
        model.show(storage(List.of("reserve")));
        assertThat(model.editable("reserve")).isFalse();
        assertThat(model.change("12 GiB", "")).isEmpty();
    }

    @Test
    void theWrongFieldIsKnown() {
        model.show(storage(List.of()));
        assertThat(model.reserveIsWrong("much")).isTrue();
        assertThat(model.reserveIsWrong("12 GiB")).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> model.change("10 GiB", "much"));
    }

    @Test
    void anOwnQuotaIsSetRemovedOrLeft() {
        assertThat(StorageModel.ownQuota(SHOP, "4 GiB")).isEmpty();
        assertThat(StorageModel.ownQuota(SHOP, "5 GiB")).contains(Optional.of(5 * GIB));
        assertThat(StorageModel.ownQuota(SHOP, " ")).contains(Optional.empty());
    }

    @Test
    void theUseOfASandboxIsNamedByPart() {
        assertThat(StorageModel.share(SHOP)).isEqualTo(0.75);
        assertThat(StorageModel.parts(SHOP)).startsWith("disk ").contains(" · snapshots ");
        SandboxStorage full = new SandboxStorage("a", "a", 0, 0, 4 * GIB, 0, 0, 4 * GIB, 4 * GIB, false);
        assertThat(StorageModel.parts(full))
                .isNotEqualTo(StorageModel.parts(SHOP))
                .contains("disk ");
    }

    @Test
    void littleFreeSpaceIsAWarning() {
        HostStorage low = new HostStorage(100 * GIB, GIB, 10 * GIB, null, 0, 0, 0, 0, List.of(), List.of(), null);
        assertThat(StorageModel.free(low)).isNotEqualTo(StorageModel.free(storage(List.of())));
        assertThat(StorageModel.templatesAndTrash(low)).isEmpty();
        assertThat(StorageModel.templatesAndTrash(storage(List.of()))).isEqualTo("Templates: 3 GiB   Trash: 1 GiB");
        assertThat(StorageModel.used(low)).isEqualTo(0.99);
    }

    private static HostStorage storage(List<String> fixed) {
        return new HostStorage(100 * GIB, 50 * GIB, 10 * GIB, null, GIB, 3 * GIB, 0, 0, List.of(SHOP), fixed, null);
    }
}
