package io.tidings.testbed;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every wait of a test that names no limit of its own last until nobody would wait longer.
 *
 * <p>A machine that does much else at the same time may stop a process for seconds, and Awaitility gives up after ten.
 * JUnit finds this by itself, in all modules that have this one on their path.
 */
public final class DefaultAwaitLimit implements BeforeAllCallback {
    private static final Duration LONG = Duration.ofSeconds(90);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONG);
    }
}
