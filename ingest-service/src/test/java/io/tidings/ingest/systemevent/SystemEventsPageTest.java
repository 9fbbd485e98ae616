package io.tidings.ingest.systemevent;

import static io.tidings.ingest.systemevent.ChangingCondition.IDS;
import static io.tidings.ingest.systemevent.ChangingCondition.MORNING;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.condition.AnnouncedState;
import io.tidings.contract.condition.ConditionRecord.StorageSeen;
import io.tidings.contract.condition.StorageName;
import io.tidings.contract.table.ProvisioningState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** B-SYS-1: the page shows each event as it is published, and a schema that its data has. */
class SystemEventsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "system-events.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");
    private static final String REFUSED = "the endpoint responded 404 to the validation event; it must respond 200"
            + " with its code as validationResponse";
    private static final String UNDECIDED = "the endpoint responded 200 without the validationResponse of the"
            + " validation event; the URL sent with the request must be opened before 2026-11-22T09:40:00Z";

    private final List<JsonNode> blocks = blocks();

    @Test
    void everyTypeHasItsExampleInTheOrderOfTheTypes() {
        var examples = Stream.iterate(0, i -> i < blocks.size(), i -> i + 2)
                .map(blocks::get)
                .toList();
        assertThat(examples).containsExactlyElementsOf(published());
        assertThat(published())
                .extracting(event -> event.path("type").asText())
                .containsExactlyElementsOf(Stream.of(SystemEventType.values())
                        .map(SystemEventType::wireName)
                        .toList());
    }

    @Test
    void theDataOfAnExampleHasTheMembersOfItsSchema() {
        for (int i = 0; i < blocks.size(); i += 2) {
            var data = blocks.get(i).path("data");
            var schema = blocks.get(i + 1);
            assertThat(names(data)).isEqualTo(names(schema.path("properties")));
            schema.path("required")
                    .forEach(name ->
                            assertThat(data.path(name.asText()).isTextual()).isTrue());
        }
    }

    private static Set<String> names(JsonNode object) {
        var names = new HashSet<String>();
        object.properties().forEach(member -> names.add(member.getKey()));
        return names;
    }

    private static List<JsonNode> published() {
        var events = new ArrayList<SystemEvent>();
        var probation = new ChangingCondition();
        probation.probation(MORNING);
        events.addAll(probation.pass());
        probation.probation = null;
        probation.now = MORNING.plusSeconds(660);
        events.addAll(probation.pass());
        var failed = new ChangingCondition();
        failed.validation(ProvisioningState.FAILED, MORNING, REFUSED);
        events.addAll(failed.pass());
        var awaiting = new ChangingCondition();
        awaiting.validation(ProvisioningState.AWAITING_MANUAL_ACTION, MORNING, UNDECIDED);
        events.addAll(awaiting.pass());
        var refusing = new ChangingCondition();
        refusing.latestDeadLetter = MORNING;
        events.addAll(refusing.pass());
        var expiring = new ChangingCondition();
        expiring.expires = MORNING.plusSeconds(81_000);
        events.addAll(expiring.pass());
        var gone = new ChangingCondition();
        gone.provisioning = gone.provisioning.gone(MORNING);
        events.addAll(gone.pass());
        events.addAll(storage());
        return events.stream().map(event -> json(event.json())).toList();
    }

    private static List<SystemEvent> storage() {
        var rules = new StorageAnnouncements(IDS.idOf("operations"));
        var dead = new StorageName("archive", "dead");
        var outage = rules.next(AnnouncedState.NONE, new StorageSeen(dead, false, MORNING), MORNING.plusSeconds(10))
                .orElseThrow();
        var end = MORNING.plusSeconds(660);
        var over = rules.next(outage.after(), new StorageSeen(dead, true, end), end)
                .orElseThrow();
        return Stream.of(outage, over)
                .flatMap(step -> step.published().stream())
                .toList();
    }

    private static List<JsonNode> blocks() {
        try {
            return BLOCK.matcher(Files.readString(PAGE))
                    .results()
                    .map(block -> json(block.group(1).getBytes(UTF_8)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode json(byte[] text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
