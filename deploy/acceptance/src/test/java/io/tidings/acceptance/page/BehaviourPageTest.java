package io.tidings.acceptance.page;

import static java.util.regex.Pattern.compile;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.DeployFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of rules names code and tests that exist, and has whatever comments cite. */
class BehaviourPageTest {
    private static final Path DOCS = DeployFolder.ROOT.resolve("docs/internals");
    private static final Pattern DEFINITION = compile("(?m)^\\[([\\w.]+)]: (\\S+)$");
    private static final Pattern LINK = compile("]\\(([^)#]+)(?:#[^)]*)?\\)");
    private static final Pattern MEMBER = compile("\\[\\w+\\.(\\w+)]\\[([\\w.]+)]");
    private static final Pattern RULE = compile(
            "B-(?:ARM|PUB|MATCH|DEL|RETRY|PROFILE|PROB|DLQ|SUB|AUTH(?=-1)|RUN|SYS|RECOVER|DEST|ACCESS|REPLAY|TIME"
                    + "|SOURCE)-\\d+");
    private static final Pattern DECISION = compile("[Dd]ecision (\\d+)");
    private static final Pattern REFERENCE = compile("reference §([\\d.]*\\d)");

    private final String page = DeployFolder.text(DOCS.resolve("behaviour.md"));

    @Test
    void whatIsLinkedExists() {
        assertThat(Stream.concat(
                        definitions().values().stream(), matches(LINK, page).map(each -> each.group(1))))
                .allSatisfy(link -> assertThat(DOCS.resolve(link)).exists());
    }

    @Test
    void theMethodsItNamesExist() {
        var definitions = definitions();
        assertThat(matches(MEMBER, page)).isNotEmpty().allSatisfy(member -> {
            assertThat(definitions).containsKey(member.group(2));
            assertThat(DeployFolder.text(DOCS.resolve(definitions.get(member.group(2)))))
                    .as(member.group())
                    .containsPattern("\\b" + member.group(1) + "\\(");
        });
    }

    @Test
    void whatCommentsCiteStandsInIt() throws IOException {
        try (var files = Files.walk(DeployFolder.ROOT)) {
            var sources = files.filter(file -> file.toString().matches(".*/src/(main|test)/.*\\.java"))
                    .map(DeployFolder::text)
                    .toList();
            assertThat(sources).hasSizeGreaterThan(200).allSatisfy(source -> {
                assertThat(matches(RULE, source))
                        .allSatisfy(rule -> assertThat(page).contains("### " + rule.group() + "\n"));
                assertThat(matches(DECISION, source))
                        .allSatisfy(decision -> assertThat(page).contains("\n| " + decision.group(1) + " | "));
                assertThat(matches(REFERENCE, source))
                        .allSatisfy(section -> assertThat(page)
                                .containsPattern(
                                        "(?m)^\\| (.*, )?" + Pattern.quote(section.group(1)) + "(, .*)? \\| "));
            });
        }
    }

    private Map<String, String> definitions() {
        return matches(DEFINITION, page).collect(toMap(each -> each.group(1), each -> each.group(2)));
    }

    private static Stream<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }
}
