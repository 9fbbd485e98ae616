package io.tidings.acceptance.installation;

import io.tidings.testbed.cluster.Service;
import java.nio.file.Path;
import java.util.List;

/** A program as it is installed. */
public sealed interface Installation {
    /** Where it lies. */
    Path folder();

    /** What starts it. */
    List<String> command();

    /** For people. */
    String what();

    /** What {@code mvn package} leaves, copied to where it runs. */
    record RunnableFolder(Path folder) implements Installation {
        @Override
        public List<String> command() {
            return List.of(folder.resolve("start").toString());
        }

        @Override
        public String what() {
            return "runnable folder";
        }
    }

    /** An image, unpacked to where it runs. */
    record Unpacked(Service program, Path folder, ImageConfig config, Path jdk) implements Installation {
        @Override
        public List<String> command() {
            return config.command(folder, jdk);
        }

        @Override
        public String what() {
            return "unpacked image";
        }
    }
}
