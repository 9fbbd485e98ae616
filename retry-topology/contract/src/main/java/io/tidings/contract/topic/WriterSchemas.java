package io.tidings.contract.topic;

/** The schemas that producers have registered, and the values that they have written with them. */
@FunctionalInterface
public interface WriterSchemas {
    /**
     * Returns a value as JSON.
     *
     * @param id of the writer's schema
     * @param from the position of the value in the bytes, behind the id
     * @throws SchemaUnavailable if the schema cannot be had now
     * @throws UnreadableValue if there is no such schema, or the bytes do not fit it
     */
    byte[] json(int id, byte[] bytes, int from) throws UnreadableValue;
}
