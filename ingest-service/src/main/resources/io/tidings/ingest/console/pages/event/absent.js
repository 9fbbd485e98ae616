/** Says why nothing may be known of an event, and what to do then. */

import { html } from "/console/lib/lit-html/lit-html.js";
import { ApiError, path } from "../../core/api.js";
import { link, linkQuery } from "../../core/router.js";
import { action } from "../../parts/action.js";
import { curl, tidings } from "../../parts/commands.js";
import { confirmDialog } from "../../parts/dialog.js";
import { field } from "../../parts/field.js";
import { notice } from "../../parts/notice.js";

/** Browsers take dots for a place in the path, even if they are escaped. */
export function unaskable(id) {
  return /^\.\.?$/.test(id)
    ? new ApiError(0, "", `A browser cannot ask for an event whose id is "${id}".`)
    : null;
}

export function absent(page, topic, id, error) {
  if (error.details[0]?.code !== "EventNotFound") {
    return notice("warning", error.message);
  }
  return html`
    ${notice("info", html`<p>Nothing is recorded of this event.</p>`)}
    <p>One of these is the reason:</p>
    <ul>
      <li>It was <strong>delivered at the first attempt</strong>, and its subscriptions do not log successes.</li>
      <li>It <strong>matched no subscription</strong>:
        <a href=${linkQuery("#/filter", { topic })}>try the filters</a> with it.</li>
      <li>It was <strong>not published</strong>, or has <strong>another id</strong>: ids are compared letter by
        letter.</li>
      <li>It is <strong>too old</strong>: entries are kept for seven days, unless timeline.retention says
        otherwise.</li>
      <li>It was <strong>rejected</strong> with an id that could not be read: see the
        <a href=${link`/topics/${topic}/rejected`}>rejected events of ${topic}</a>.</li>
    </ul>
    <p><a href=${linkQuery(link`/topics/${topic}/events`, { eventId: id })}>Look for it among the latest events</a>,
      as long as Kafka keeps it.</p>
    <div class="actions">
      ${action({
        label: "Log all attempts of a subscription…",
        access: page.access,
        role: "admin",
        topic,
        kind: "secondary",
        onClick: () => logAll(page, topic),
      })}
    </div>`;
}

/** From then on every attempt of the subscription is recorded, also those that succeed at once. */
function logAll(page, topic) {
  let name = "";
  const body = { properties: { tidings: { attempts: "all" } } };
  const shown = () => name.trim() || "NAME";
  const target = () => path`/topics/${topic}/eventSubscriptions/${shown()}`;
  return confirmDialog({
    title: "Log all attempts of a subscription?",
    text: "From then on each attempt of the subscription is recorded, its successes included, so that every event " +
      "that it gets can be found here. This takes a few hundred bytes of disk for each delivery. Events of the " +
      "past stay unrecorded.",
    form: update => field({
      label: "Subscription",
      name: "log-all-subscription",
      value: name,
      onInput: text => {
        name = text;
        update();
      },
    }),
    ready: () => name.trim() !== "",
    confirm: () => `Log all attempts${name.trim() === "" ? "" : ` of ${name.trim()}`}`,
    commands: () => ({
      tidings: tidings(["subscription", "update"], [`${topic}/${shown()}`], ["--set", "tidings.attempts=all"]),
      curl: curl("PATCH", target(), body),
    }),
    onConfirm: async () => {
      await page.api.send("PATCH", target(), body);
      page.say(`All attempts of ${topic}/${name.trim()} are recorded from now on.`);
    },
  });
}
