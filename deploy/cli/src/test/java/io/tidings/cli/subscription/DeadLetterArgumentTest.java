package io.tidings.cli.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidings.cli.terminal.CommandFailure;
import org.junit.jupiter.api.Test;

class DeadLetterArgumentTest {
    @Test
    void aResourceIdOfAContainerIsSplit() {
        var account = "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/sa1";
        assertThat(DeadLetterArgument.json(account + "/blobServices/default/containers/dead-letters"))
                .hasToString("{\"endpointType\":\"StorageBlob\",\"properties\":{\"resourceId\":\"" + account
                        + "\",\"blobContainerName\":\"dead-letters\"}}");
    }

    @Test
    void anAccountAndAContainerAreEnough() {
        assertThat(DeadLetterArgument.json("local/dead-letters"))
                .asString()
                .contains("/storageAccounts/local\"", "\"blobContainerName\":\"dead-letters\"");
    }

    @Test
    void anythingElseIsRefused() {
        assertThatExceptionOfType(CommandFailure.class).isThrownBy(() -> DeadLetterArgument.json("dead-letters"));
        assertThatExceptionOfType(CommandFailure.class).isThrownBy(() -> DeadLetterArgument.json("a/b/c"));
    }
}
