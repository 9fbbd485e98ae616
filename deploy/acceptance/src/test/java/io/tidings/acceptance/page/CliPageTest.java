package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the page says about commands is what they say themselves. */
class CliPageTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "cli.md");
    private static final Path WRITTEN = Path.of("target", "cli.md");
    private static final String REFERENCE = "## Every command\n";

    @Test
    void thePageEndsWithTheHelpOfEveryCommand() throws IOException {
        var page = Files.readString(PAGE);
        assertThat(page).containsOnlyOnce(REFERENCE);
        var expected = page.substring(0, page.indexOf(REFERENCE)) + REFERENCE + CommandReference.text();
        Files.createDirectories(WRITTEN.getParent());
        Files.writeString(WRITTEN, expected);
        assertThat(page)
                .as("a command was changed: cp deploy/acceptance/target/cli.md docs/")
                .isEqualTo(expected);
    }
}
