/** The form for the Kafka topic whose records are events of a topic. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { path } from "/console/core/api.js";
import { curl } from "/console/parts/commands.js";
import { confirmDialog } from "/console/parts/dialog.js";
import { field } from "/console/parts/field.js";
import { jsonProblem } from "./publication.js";
import { formatsOf, isMapped, sourceDraft, sourcePatch } from "./source-draft.js";

/**
 * @param {object} draft see topic/source-draft.js
 * @param {(name: string, value: string) => void} set
 * @param {string} [schema] of the topic; without it each format is offered
 */
export function sourceFields(draft, set, schema) {
  const input = (name, label, more) =>
    field({ label, name: `source-${name}`, value: draft[name], onInput: value => set(name, value), ...more });
  return html`
    ${input("kafkaTopic", "Kafka topic", {
      placeholder: "shop.orders",
      help: "Each of its records becomes an event of this topic, without a publisher. The settings say which Kafka " +
        "topics may be read (source.kafka.…). Empty for none.",
    })}
    ${input("format", "Format of its records", {
      type: "select", options: formatsOf(schema).map(value => ({ value, label: value })),
    })}
    ${input("start", "A new subscription gets", {
      type: "select",
      options: [
        { value: "latest", label: "the records that come after it" },
        { value: "earliest", label: "all that the Kafka topic still holds" },
      ],
    })}
    ${isMapped(draft)
      ? input("mapping", "Members of a record that hold the attributes of the event", {
        type: "textarea", rows: 4, error: mappingProblem(draft),
        placeholder: '{"id": {"sourceField": "order.number"}, "subject": {"sourceField": "kafka.key"}}',
        help: "As JSON, see docs/source-formats.md. Empty: the position, the key and the time of the record.",
      })
      : ""}`;
}

/** A sentence about a mapping that is not JSON; empty for one that is, or for none. */
export function mappingProblem({ mapping }) {
  return mapping.trim() === "" ? "" : jsonProblem(mapping);
}

/** Changes the source of a topic. @param {(topic: object) => void} onChange told what the server says of it then */
export function changeSource(page, topic, onChange) {
  const { inputSchema, tidings } = topic.properties;
  const before = tidings?.source;
  const draft = sourceDraft(before, inputSchema);
  const target = path`/topics/${topic.name}`;
  const ready = () => mappingProblem(draft) === "";
  return confirmDialog({
    title: `Which Kafka topic is the source of ${topic.name}?`,
    text: "A change takes effect within seconds. What has been read stays delivered; a source that is removed and " +
      "comes back goes on where it stopped.",
    form: update => sourceFields(draft, (name, value) => {
      draft[name] = value;
      update();
    }, inputSchema),
    ready,
    confirm: "Save the source",
    commands: () => (ready() ? { curl: curl("PATCH", target, sourcePatch(before, draft)) } : {}),
    onConfirm: async () => {
      onChange((await page.api.send("PATCH", target, sourcePatch(before, draft))).body);
      page.say(`The source of ${topic.name} is saved.`);
    },
  });
}
