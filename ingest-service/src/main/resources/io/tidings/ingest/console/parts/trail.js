import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { link, linkQuery } from "../core/router.js";

/**
 * Where a page of a subscription belongs, and the way back to the event from which somebody came to it.
 *
 * @param {{params: {topic: string, subscription: string}, query: URLSearchParams}} page
 * @param {boolean} below whether the page belongs to that of the subscription
 */
export function trail(page, below = false) {
  const { topic, subscription } = page.params;
  const event = page.query.get("event");
  return html`
    <nav aria-label="Breadcrumb" class="trail">
      <a href=${link`/topics/${topic}`}>Topic ${topic}</a>
      ${below ? html`<a href=${subscriptionLink(page)}>Subscription ${topic}/${subscription}</a>` : nothing}
      ${event ? html`<a href=${link`/topics/${topic}/events/${event}`}>Back to event ${event}</a>` : nothing}
    </nav>`;
}

/** The page of the subscription, which still knows the way back. */
export function subscriptionLink({ params: { topic, subscription }, query }) {
  return linkQuery(link`/topics/${topic}/subscriptions/${subscription}`, { event: query.get("event") });
}
