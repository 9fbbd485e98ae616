package io.tidings.cli.api;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;

/** Numbers as they are written: a binary fraction would round them, and make an infinity of the largest. */
public final class ExactNumbers {
    private ExactNumbers() {}

    public static <M extends ObjectMapper, B extends MapperBuilder<M, B>> M in(B mapper) {
        return mapper.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }
}
