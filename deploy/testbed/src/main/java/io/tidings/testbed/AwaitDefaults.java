package io.tidings.testbed;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Defaults for Awaitility: a limit of 90 s, because a busy machine may stop a process for longer than its ten, and a
 * look at once, which is followed by others after 20 ms, 40, 80 and then every 100.
 *
 * <p>JUnit finds this extension by itself in every module that has it on its path.
 */
public final class AwaitDefaults implements BeforeAllCallback {
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final long SHORTEST_MILLIS = 10;
    private static final long LONGEST_MILLIS = 100;
    private static final int DOUBLINGS = 4;

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LONG);
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(
                (look, _) -> Duration.ofMillis(Math.min(LONGEST_MILLIS, SHORTEST_MILLIS << Math.min(look, DOUBLINGS))));
    }
}
