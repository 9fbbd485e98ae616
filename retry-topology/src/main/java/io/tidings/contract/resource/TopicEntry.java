package io.tidings.contract.resource;

import org.jspecify.annotations.Nullable;

/**
 * A topic in force.
 *
 * @param keys absent: written with foreign tools, nobody can publish over HTTP until a key is generated
 */
public record TopicEntry(TopicResource topic, @Nullable TopicKeys keys, long offset) {}
