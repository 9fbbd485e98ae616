package io.tidings.contract.event;

import java.util.Locale;
import java.util.Optional;

/** The shape of an event: a topic's input schema or a subscription's delivery schema (B-PUB-1, B-MATCH-3). */
public enum EventSchema {
    EVENT_GRID("EventGridSchema", "EventGridSchema"),
    CLOUD_EVENTS("CloudEventSchemaV1_0", "CloudEventSchemaV1_0"),
    CUSTOM("CustomEventSchema", "CustomInputSchema");

    private final String inputName;
    private final String deliveryName;

    EventSchema(String inputName, String deliveryName) {
        this.inputName = inputName;
        this.deliveryName = deliveryName;
    }

    /** The name as {@code inputSchema} of a topic. */
    public String inputName() {
        return inputName;
    }

    /** The name as {@code eventDeliverySchema} of a subscription and in {@code tidings-schema}. */
    public String deliveryName() {
        return deliveryName;
    }

    public boolean deliverableAs(EventSchema delivery) {
        return switch (this) {
            case EVENT_GRID -> delivery != CUSTOM;
            case CLOUD_EVENTS -> delivery == CLOUD_EVENTS;
            case CUSTOM -> true;
        };
    }

    /** Reads {@code inputSchema}, also in the spellings of Azure's command line, in any case. */
    public static Optional<EventSchema> ofInput(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "eventgridschema" -> Optional.of(EVENT_GRID);
            case "cloudeventschemav1_0", "cloudeventv01schema" -> Optional.of(CLOUD_EVENTS);
            case "customeventschema" -> Optional.of(CUSTOM);
            default -> Optional.empty();
        };
    }

    /** Reads {@code eventDeliverySchema}, also in the spellings of Azure's command line, in any case. */
    public static Optional<EventSchema> ofDelivery(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "eventgridschema" -> Optional.of(EVENT_GRID);
            case "cloudeventschemav1_0", "cloudeventv01schema" -> Optional.of(CLOUD_EVENTS);
            case "custominputschema", "customeventschema", "inputeventschema" -> Optional.of(CUSTOM);
            default -> Optional.empty();
        };
    }
}
