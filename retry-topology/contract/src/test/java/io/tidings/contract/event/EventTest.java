package io.tidings.contract.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** B-MATCH-3: one event in the schemas it can be delivered in. */
class EventTest {
    private static final String ID = new TopicIds(TopicIds.DEFAULT_FORMAT).idOf("orders");
    private static final String START = """
        {"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z"\
        """;
    private static final String CONVERTED = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"" + ID
            + "\",\"type\":\"placed\",\"subject\":\"/o/1\",\"time\":\"2026-11-21T09:30:00Z\"";

    private final EventReader reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));

    @ParameterizedTest(name = "{0} becomes {1}")
    @CsvSource(delimiter = '|', textBlock = """
        ,"dataVersion":"2.0"}              | ,"dataversion":"2.0"}
        ,"dataVersion":""}                 | }
        ,"dataVersion":null}               | }
        }                                  | }
        ,"data":"a \\"b\\"","x":1}         | ,"datacontenttype":"application/json","data":"a \\"b\\""}
        ,"data":1.50,"dataVersion":"2"}    | ,"dataversion":"2","datacontenttype":"application/json","data":1.50}
        """)
    void anEventGridEventBecomesACloudEventWithWhatItHas(String end, String converted) {
        assertThat(text(eventGrid(START + end).deliveredAs(EventSchema.CLOUD_EVENTS)))
                .isEqualTo(CONVERTED + converted);
    }

    @Test
    void inItsOwnSchemaAnEventIsDeliveredAsItIs() {
        var eventGrid = eventGrid(START + "}");
        assertThat(eventGrid.deliveredAs(EventSchema.EVENT_GRID)).isSameAs(eventGrid.json());
        var cloudEvent = cloudEvent();
        assertThat(cloudEvent.deliveredAs(EventSchema.CLOUD_EVENTS)).isSameAs(cloudEvent.json());
    }

    @ParameterizedTest
    @EnumSource(
            value = EventSchema.class,
            names = {"EVENT_GRID", "CUSTOM"})
    void aCloudEventIsNothingElse(EventSchema delivery) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cloudEvent().deliveredAs(delivery))
                .withMessage("CLOUD_EVENTS cannot be delivered as " + delivery);
    }

    @Test
    void anEventGridEventHasNoCustomForm() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> eventGrid(START + "}").deliveredAs(EventSchema.CUSTOM));
    }

    @Test
    void itsMembersAreReadOnce() {
        var event = eventGrid(START + ",\"dataVersion\":\"2.0\"}");
        assertThat(List.of(event.id(), event.source(), event.type(), event.subject(), event.dataVersion()))
                .containsExactly("1", ID, "placed", "/o/1", "2.0");
        assertThat(event.schema()).isEqualTo(EventSchema.EVENT_GRID);
        assertThat(eventGrid(START + "}").dataVersion()).isEmpty();
        var other = cloudEvent();
        assertThat(List.of(other.id(), other.source(), other.type(), other.subject(), other.dataVersion()))
                .containsExactly("7", "/s", "t", "", "");
        assertThat(other.schema()).isEqualTo(EventSchema.CLOUD_EVENTS);
    }

    @Test
    void onlyAPublicationOfOneEventHasAnOnlyOne() {
        var event = cloudEvent();
        assertThat(new ParseResult.Valid(List.of(event)).only()).isSameAs(event);
        assertThatIllegalStateException()
                .isThrownBy(() -> new ParseResult.Valid(List.of(event, event)).only())
                .withMessage("not one event but 2");
    }

    private Event eventGrid(String json) {
        return ((ParseResult.Valid) reader.one(EventSchema.EVENT_GRID, "orders", json.getBytes(UTF_8))).only();
    }

    private Event cloudEvent() {
        var json = "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/s\",\"type\":\"t\",\"dataversion\":\"2\"}";
        return ((ParseResult.Valid) reader.one(EventSchema.CLOUD_EVENTS, "orders", json.getBytes(UTF_8))).only();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, UTF_8);
    }
}
