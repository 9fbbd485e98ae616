package io.tidings.benchmark.campaign.overload.judge;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Findings for programs. */
public record JsonReport(Findings findings) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public void write(Path file) {
        try {
            JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), json());
        } catch (IOException e) {
            throw new UncheckedIOException("the findings cannot be written to " + file, e);
        }
    }

    ObjectNode json() {
        var json = JSON.createObjectNode().put("good", findings.good());
        var promises = json.putArray("promises");
        findings.judged()
                .forEach(each -> promises.addObject()
                        .put("promise", each.promise())
                        .put("wanted", each.wanted())
                        .put("found", each.found())
                        .put("kept", each.kept()));
        var heaps = json.putArray("liveHeaps");
        findings.curves().forEach(curve -> {
            var heap = heaps.addObject()
                    .put("phase", curve.phase())
                    .put("service", curve.service())
                    .put("least", curve.smallest())
                    .put("median", curve.median())
                    .put("most", curve.largest());
            curve.megabytes().forEach(heap.putArray("megabytes")::add);
        });
        var figures = json.putObject("figures");
        findings.figures().forEach(figures::put);
        var run = json.putObject("run");
        findings.circumstances().forEach(run::put);
        return json;
    }
}
