package dev.belljar.contract.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.request.CreateSandbox;
import org.junit.jupiter.api.Test;

/// Requests are read strictly, so that a misspelt field is an error.
class RequestJsonTest {
    @Test
    void absentFieldsTakeTheirDefaults() throws Exception {
        CreateSandbox read = Json.readStrict("{\"path\":\"/p\",\"start\":true}", CreateSandbox.class);
        assertThat(read).isEqualTo(new CreateSandbox("/p", null, null, null, null, false, true));
    }

    @Test
    void aMisspeltFieldIsRefusedByName() {
        assertThatThrownBy(() -> Json.readStrict("{\"path\":\"/p\",\"memory\":1}", CreateSandbox.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("memory");
    }
}
