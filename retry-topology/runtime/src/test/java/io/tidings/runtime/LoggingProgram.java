package io.tidings.runtime;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says two things to its log and ends. */
final class LoggingProgram {
    private static final Logger log = LoggerFactory.getLogger(LoggingProgram.class);

    private LoggingProgram() {}

    public static void main(String[] args) {
        log.info("{} is \"ready\"", "worker");
        log.error("it is lost", new IllegalStateException("gone"));
    }
}
