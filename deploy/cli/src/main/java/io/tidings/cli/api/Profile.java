package io.tidings.cli.api;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** An installation that people refer to by a name. */
public record Profile(String name, URI url, @Nullable Token token) {
    public Profile {
        if (!name.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new IllegalArgumentException(
                    "the name of a profile consists of up to 64 letters, digits, ., _ and -: " + name);
        }
    }
}
