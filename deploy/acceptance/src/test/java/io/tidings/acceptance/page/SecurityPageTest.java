package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page on security promises what a test holds. */
class SecurityPageTest {
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");

    @Test
    void eachRowOfTheTableNamesTestsThatExist() throws IOException {
        var page = DeployFolder.text(DeployFolder.ROOT.resolve("docs/security.md"));
        var rows = page.lines()
                .dropWhile(line -> !line.startsWith("| it protects |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
        try (var files = Files.walk(DeployFolder.ROOT)) {
            var tests = files.filter(file -> file.toString().contains("/src/test/java/"))
                    .map(file -> file.getFileName().toString())
                    .toList();
            assertThat(rows).hasSizeGreaterThan(10).allSatisfy(row -> {
                var named = TEST.matcher(row).results().map(MatchResult::group).toList();
                assertThat(named).isNotEmpty();
                assertThat(tests)
                        .containsAll(named.stream()
                                .map(name -> name.substring(1, name.length() - 1) + ".java")
                                .toList());
            });
        }
    }
}
