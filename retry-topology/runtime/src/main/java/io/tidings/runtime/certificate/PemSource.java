package io.tidings.runtime.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of the PEM files of one setting. Broken files keep the former content in force. Any thread may ask;
 * confined to one thread while it reads.
 */
final class PemSource<T> {
    private static final Logger LOG = LoggerFactory.getLogger(PemSource.class);

    private final String setting;
    private final List<Path> files;
    private final Parser<T> parser;
    private volatile @Nullable Loaded<T> loaded;
    private volatile String problem = "";
    private @Nullable String text;

    /** @param version counts the changes, from 1 on */
    record Loaded<T>(T content, long version) {}

    @FunctionalInterface
    interface Parser<T> {
        T parse(Pem pem) throws GeneralSecurityException;
    }

    PemSource(String setting, List<Path> files, Parser<T> parser) {
        this.setting = setting;
        this.files = List.copyOf(files);
        this.parser = parser;
    }

    @Nullable
    Loaded<T> loaded() {
        return loaded;
    }

    /** Returns why there is no content; empty if there is. */
    String problem() {
        return loaded == null ? problem : "";
    }

    void read() {
        try {
            var all = new StringBuilder();
            for (var file : files) {
                all.append(Files.readString(file)).append('\n');
            }
            read(all.toString());
        } catch (IOException e) {
            broken("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private void read(String now) {
        if (now.equals(text)) {
            return;
        }
        text = now;
        try {
            var content = parser.parse(new Pem(now));
            var before = loaded;
            loaded = new Loaded<>(content, before == null ? 1 : before.version() + 1);
            problem = "";
            LOG.info("{} was read from {}", setting, files);
        } catch (GeneralSecurityException e) {
            broken("cannot be used: " + e.getMessage());
        }
    }

    private void broken(String why) {
        var sentence = setting + ": " + files + " " + why;
        if (!sentence.equals(problem)) {
            problem = sentence;
            LOG.warn("{}{}", sentence, loaded == null ? "" : "; the former content stays in force");
        }
    }
}
