package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the events of one publication have in common.
 *
 * @param source of CloudEvents
 */
record EventValues(String type, String subject, String source, JsonNode data) {}
