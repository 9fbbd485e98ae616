package io.tidings.cli.api;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that name the installation; they stand before or behind the command. */
public final class ConnectionOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "the address of management (TIDINGS_URL), such as https://tidings.example.com")
    @Nullable
    String url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            scope = ScopeType.INHERIT,
            description = "the token; other users of the machine can see arguments, so prefer a file, or TIDINGS_TOKEN"
                    + " beside TIDINGS_URL")
    @Nullable
    String token;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "the file with the token")
    @Nullable
    Path tokenFile;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "the profile to use instead of the current one (TIDINGS_PROFILE)")
    @Nullable
    String profile;
}
