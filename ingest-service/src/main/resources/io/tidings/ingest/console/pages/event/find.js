/** The form that finds an event by its topic and its id. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { link } from "../../core/router.js";
import { field } from "../../parts/field.js";
import { createTopicChooser } from "../topics.js";

export function findEventPage(page) {
  page.title("Find an event");
  const topics = createTopicChooser(page, page.query.get("topic") ?? "");
  let id = page.query.get("id") ?? "";

  const find = event => {
    event.preventDefault();
    if (topics.name !== "" && id.trim() !== "") {
      page.go(link`/topics/${topics.name}/events/${id.trim()}`);
    }
  };

  return {
    render: () => html`
      <h1 tabindex="-1">Find an event</h1>
      <p>Shows which subscriptions an event matched, each attempt, where it waits and how it ended.</p>
      <form novalidate @submit=${find}>
        ${topics.render("event-topic")}
        ${field({
          label: "Event id",
          name: "event-id",
          value: id,
          onInput: text => {
            id = text;
            page.update();
          },
          help: "The id that the publisher gave the event. It is in the body of each delivery, too.",
        })}
        <button type="submit" ?disabled=${topics.name === "" || id.trim() === ""}>Find</button>
      </form>`,
    close() {},
  };
}
