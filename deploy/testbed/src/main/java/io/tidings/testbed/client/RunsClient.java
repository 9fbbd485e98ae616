package io.tidings.testbed.client;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test that runs a client as its makers publish it. The page {@code docs/clients.md} is made of these annotations.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(RunsClients.class)
public @interface RunsClient {
    /** The name of its package, such as {@code @azure/eventgrid}. */
    String value();

    /** The version that runs: a number, a property of the top-level pom, or the distribution that has it. */
    String version();

    /** The uses that the test makes of it. */
    ClientUse[] uses();
}
