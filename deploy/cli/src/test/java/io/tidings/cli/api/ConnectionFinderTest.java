package io.tidings.cli.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidings.cli.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionFinderTest {
    @TempDir
    private Path home;

    private final ConnectionOptions options = new ConnectionOptions();

    private ConnectionFinder finder(Map<String, String> variables) {
        return new ConnectionFinder(variables, file());
    }

    private void profiles(Profile... profiles) {
        var list = ProfileList.EMPTY;
        for (var profile : profiles) {
            list = list.with(profile);
        }
        file().write(list);
    }

    private ProfileFile file() {
        return ProfileFile.of(Map.of("HOME", home.toString()));
    }

    /** #31: they were looked for in the folder that the JVM knows, whatever {@code HOME} says. */
    @Test
    void profilesAreBelowTheHomeOfTheEnvironmentOrElseThatOfTheJvm() {
        assertThat(file().path()).isEqualTo(home.resolve(".config/tidings/config"));
        assertThat(ProfileFile.of(Map.of()).path()).startsWithRaw(Path.of(System.getProperty("user.home")));
        assertThat(ProfileFile.of(Map.of("XDG_CONFIG_HOME", "/etc")).path()).isEqualTo(Path.of("/etc/tidings/config"));
    }

    private static Profile prod() {
        return new Profile("prod", URI.create("https://prod.example"), new Token("prod-token"));
    }

    @Test
    void optionsWinOverTheEnvironment() {
        options.url = "https://given.example/";
        options.token = "given";
        var found = finder(Map.of("TIDINGS_URL", "https://env.example", "TIDINGS_TOKEN", "env"))
                .find(options);
        assertThat(found.url()).hasToString("https://given.example");
        assertThat(found.token()).isEqualTo(new Token("given"));
    }

    @Test
    void theEnvironmentWinsOverTheCurrentProfile() {
        profiles(prod());
        var found = finder(Map.of("TIDINGS_URL", "https://env.example")).find(options);
        assertThat(found.url()).hasToString("https://env.example");
    }

    @Test
    void theTokenOfAProfileGoesToItsAddressOnly() {
        profiles(prod());
        assertThat(finder(Map.of()).find(options).token()).isEqualTo(new Token("prod-token"));
        options.url = "https://elsewhere.example";
        assertThat(finder(Map.of()).find(options).token()).isNull();
    }

    @Test
    void theTokenOfTheEnvironmentGoesToItsAddressOnly() {
        profiles(prod(), new Profile("bare", URI.create("https://bare.example"), null));
        var variables = Map.of("TIDINGS_URL", "https://env.example/", "TIDINGS_TOKEN", "env");
        assertThat(finder(variables).find(options).token()).isEqualTo(new Token("env"));
        options.url = "https://ENV.example";
        assertThat(finder(variables).find(options).token()).isEqualTo(new Token("env"));
        options.url = "https://env.example:8443";
        assertThat(finder(variables).find(options).token()).isNull();
        options.url = "https://elsewhere.example";
        assertThat(finder(variables).find(options).token()).isNull();
        options.url = null;
        options.profile = "bare";
        assertThat(finder(variables).find(options).token()).isNull();
        options.profile = "prod";
        assertThat(finder(variables).find(options).token()).isEqualTo(new Token("prod-token"));
    }

    @Test
    void aTokenOfAnEnvironmentWithoutAnAddressGoesNowhere() {
        options.url = "https://elsewhere.example";
        assertThat(finder(Map.of("TIDINGS_TOKEN", "env")).find(options).token()).isNull();
        options.url = null;
        assertThatThrownBy(() -> finder(Map.of("TIDINGS_TOKEN", "env")).find(options))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("TIDINGS_URL");
    }

    @Test
    void aProfileIsNamedByOptionOrEnvironment() {
        profiles(prod(), new Profile("test", URI.create("https://test.example"), null));
        assertThat(finder(Map.of("TIDINGS_PROFILE", "test")).find(options).url())
                .hasToString("https://test.example");
        options.profile = "prod";
        assertThat(finder(Map.of("TIDINGS_PROFILE", "test")).find(options).url())
                .hasToString("https://prod.example");
        options.profile = "none";
        assertThatThrownBy(() -> finder(Map.of()).find(options))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("no profile none");
    }

    @Test
    void localModeIsFoundInAClone() throws IOException {
        Files.writeString(home.resolve("admin.token"), "local-token\n");
        var variables = Map.of("TIDINGS_DATA", home.toString());
        var found = finder(variables).find(options);
        assertThat(found.url()).hasToString("http://localhost:8080");
        assertThat(found.token()).isEqualTo(new Token("local-token"));
        options.url = "http://127.0.0.1:9999";
        assertThat(finder(variables).find(options).token()).isEqualTo(new Token("local-token"));
        options.url = "http://other.example:9999";
        assertThat(finder(variables).find(options).token()).isNull();
    }

    @Test
    void withoutAnyInstallationTheCommandSaysHowToNameOne() {
        assertThatThrownBy(() -> finder(Map.of()).find(options))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("profile add");
    }

    @Test
    void anAddressIsCheckedBeforeItIsUsed() {
        options.url = "tidings.example.com";
        assertThatThrownBy(() -> finder(Map.of()).find(options))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("not: tidings.example.com");
    }

    @Test
    void aTokenFileIsReadWithoutItsLineFeed() throws IOException {
        options.url = "https://prod.example";
        options.tokenFile = Files.writeString(home.resolve("token"), " abc \n");
        assertThat(finder(Map.of()).find(options).token()).isEqualTo(new Token("abc"));
    }

    @Test
    void onlyTheOwnerReadsTheFile() throws IOException {
        profiles(prod());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path())))
                .isEqualTo("rw-------");
        assertThat(file().read()).isEqualTo(ProfileList.EMPTY.with(prod()));
    }

    @Test
    void aTokenIsNeverPrinted() {
        assertThat(prod()).asString().doesNotContain("prod-token");
    }
}
