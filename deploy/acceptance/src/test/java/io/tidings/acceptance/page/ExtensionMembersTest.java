package io.tidings.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.contract.subscription.ExtensionsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who can read a member of {@code properties.tidings} can write it everywhere. */
class ExtensionMembersTest {
    private static final Path INGEST = DeployFolder.ROOT.resolve("ingest-service/src/main/resources/io/tidings/ingest");

    @Test
    void theDescriptionOfTheApiHasEachMember() throws IOException {
        var api = new ObjectMapper().readTree(DeployFolder.text(INGEST.resolve("openapi.json")));
        var members = new ArrayList<String>();
        api.at("/components/schemas/Extensions/properties").fieldNames().forEachRemaining(members::add);

        assertThat(members).containsExactlyInAnyOrderElementsOf(ExtensionsJson.MEMBERS);
    }

    @Test
    void thePageOnManagingHasEachMember() {
        var row = Pattern.compile("^\\| `(\\w+)` \\|", Pattern.MULTILINE);
        var page = DeployFolder.text(DeployFolder.ROOT.resolve("docs/managing.md"));
        int table = page.indexOf("| member | see |");
        var members = row.matcher(page.substring(table, page.indexOf("\n\n", table)))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(members).containsExactlyInAnyOrderElementsOf(ExtensionsJson.MEMBERS);
    }

    @Test
    void theFormOfTheConsoleHasEachMemberThatCanBeChanged() {
        var form = DeployFolder.text(INGEST.resolve("console/pages/edit/groups.js"));

        assertThat(ExtensionsJson.MEMBERS)
                .filteredOn(member -> !List.of("orderBy", "start", "agent").contains(member))
                .allSatisfy(member -> assertThat(form).containsPattern("\"tidings\\." + member + "[\".]"));
    }
}
