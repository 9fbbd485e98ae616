package io.tidings.cli.topic;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The common values of the events of one publication.
 *
 * @param source of CloudEvents
 */
record EventValues(String type, String subject, String source, JsonNode data) {}
