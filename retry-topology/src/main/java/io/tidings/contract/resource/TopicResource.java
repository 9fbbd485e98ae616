package io.tidings.contract.resource;

import io.tidings.contract.event.EventSchema;

/** A topic: what publishers may send to it. */
public record TopicResource(String name, EventSchema inputSchema) {}
