package io.tidings.export.window;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.subscription.DeadLetterDestination;

/** The container of a dead letter; its names are safe as parts of a path. */
public record BlobContainer(String account, String container) {
    public BlobContainer {
        if (!DeadLetterDestination.isAccount(account)) {
            throw new IllegalArgumentException(
                    HeaderNames.DEAD_LETTER_ACCOUNT + " \"" + account + "\" is no name of a storage account");
        }
        if (!DeadLetterDestination.isContainer(container)) {
            throw new IllegalArgumentException(
                    HeaderNames.DEAD_LETTER_CONTAINER + " \"" + container + "\" is no name of a container");
        }
    }

    @Override
    public String toString() {
        return account + "/" + container;
    }
}
