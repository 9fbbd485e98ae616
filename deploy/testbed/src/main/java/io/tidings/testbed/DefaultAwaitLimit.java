package io.tidings.testbed;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives Awaitility a default limit of 90 s: a busy machine may stop a process for longer than its ten.
 *
 * <p>JUnit finds this extension by itself in every module that has it on its path.
 */
public final class DefaultAwaitLimit implements BeforeAllCallback {
    private static final Duration LONG = Duration.ofSeconds(90);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONG);
    }
}
