package io.tidings.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the installation that a command talks to: options, then the environment, then a profile, then local mode in a
 * clone. A token is only sent to the address that it was given for.
 */
public record ConnectionFinder(Map<String, String> environment, ProfileFile profiles) {
    private static final String URL = "TIDINGS_URL";
    private static final URI LOCAL = URI.create("http://localhost:8080");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    public Connection find(ConnectionOptions options) {
        if (options.url != null && options.profile != null) {
            throw CommandFailure.usage("Give --url or --profile, not both.");
        }
        var given = option(options);
        var url = Optional.ofNullable(options.url).or(() -> variable(URL));
        if (url.isPresent() && options.profile == null) {
            var address = address(url.get());
            var token = given.or(() -> environmentToken(address)).or(() -> localToken(address));
            return new Connection(address, token.orElse(null), "the address given");
        }
        var list = profiles.read();
        var name = Optional.ofNullable(options.profile)
                .or(() -> variable("TIDINGS_PROFILE"))
                .orElse(list.current());
        if (name != null) {
            return of(list, name, given);
        }
        if (given.isPresent() || localToken(LOCAL).isPresent()) {
            return new Connection(LOCAL, given.or(() -> localToken(LOCAL)).orElse(null), "local mode");
        }
        throw CommandFailure.usage("No installation is named. Start one with ./deploy/local/up, name one with --url"
                + " and --token-file or with TIDINGS_URL and TIDINGS_TOKEN, or keep one with: tidings profile add NAME"
                + " --url URL --token-file FILE");
    }

    /** A profile with the address and the token of the options. */
    public static Profile profile(String name, ConnectionOptions options) {
        if (options.url == null) {
            throw CommandFailure.usage("Give the address of management with --url.");
        }
        try {
            return new Profile(name, address(options.url), option(options).orElse(null));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(String.valueOf(e.getMessage()));
        }
    }

    private static Connection of(ProfileList list, String name, Optional<Token> given) {
        var profile = list.required(name);
        return new Connection(profile.url(), given.orElse(profile.token()), "the profile " + name);
    }

    private static Optional<Token> option(ConnectionOptions options) {
        if (options.token != null && options.tokenFile != null) {
            throw CommandFailure.usage("Give --token or --token-file, not both.");
        }
        if (options.tokenFile != null) {
            return Optional.of(read(options.tokenFile));
        }
        return Optional.ofNullable(options.token).map(Token::new);
    }

    private Optional<Token> environmentToken(URI address) {
        return variable("TIDINGS_TOKEN")
                .filter(_ -> variable(URL).map(ConnectionFinder::address).equals(Optional.of(address)))
                .map(Token::new);
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    /** The script in a clone names the data folder of local mode. */
    private Optional<Token> localToken(URI address) {
        return variable("TIDINGS_DATA")
                .filter(_ -> LOOPBACK.contains(address.getHost()))
                .map(data -> Path.of(data, "admin.token"))
                .filter(Files::isReadable)
                .map(ConnectionFinder::read);
    }

    private static Token read(Path file) {
        try {
            var token = Files.readString(file, UTF_8).strip();
            if (token.isEmpty()) {
                throw CommandFailure.usage("%s is empty: write the token into it.".formatted(file));
            }
            return new Token(token);
        } catch (IOException e) {
            throw CommandFailure.usage("The token file %s cannot be read: %s".formatted(file, e.getMessage()));
        }
    }

    private static URI address(String text) {
        try {
            var uri = new URI(text.replaceFirst("/+$", ""));
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getQuery() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // said below, as for every other text that is no address
        }
        throw CommandFailure.usage("An address is such as https://tidings.example.com, and not: " + text);
    }
}
