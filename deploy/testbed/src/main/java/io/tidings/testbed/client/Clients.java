package io.tidings.testbed.client;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.util.Optional;

/** Skips a test whose client is missing, or lets it fail where every client is wanted. */
public final class Clients {
    private static final String REQUIRED = "TIDINGS_REQUIRE_CLIENTS";

    private Clients() {}

    /** @param missing why the client cannot be run, and what to do; empty if it can */
    public static void require(Optional<String> missing) {
        missing.ifPresent(why -> {
            if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
                fail(REQUIRED + " is true, and a client is missing: " + why);
            }
            abort(why);
        });
    }
}
