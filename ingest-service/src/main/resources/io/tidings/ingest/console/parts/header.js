import { html, nothing } from "/console/lib/lit-html/lit-html.js";
import { live } from "/console/lib/lit-html/directives/live.js";
import { findAddress, link } from "../core/router.js";
import { term } from "./term.js";

const PAGES = [["#/", "Overview"], ["#/subscriptions", "Subscriptions"], ["#/jobs", "Jobs"], ["#/filter", "Try a filter"]];
const OF_ADMINS = [["#/create", "Create"], ["#/audit", "Audit"]];

/**
 * The top of every page.
 *
 * @param {object} options
 * @param {string} options.address of the page
 * @param {string[]} options.topics that an event may be looked for in
 * @param {string} options.topic the chosen one
 * @param {boolean} options.dark whether the colours are dark
 * @param {{onTopic: (topic: string) => void, onTheme: () => void, onSignOut: (() => void) | null}} options.actions
 * @param {object | null} options.access see core/access.js; null for nobody
 */
export function header({ address, topics, topic, dark, access, actions }) {
  return html`
    <a class="skip" href="#main" @click=${toMain}>Skip to the content</a>
    <header class="top">
      <div class="container">
        <a class="brand" href="#/">Tidings</a>
        ${access === null ? nothing : html`${navigation(address, access)}${find(topics, topic, actions.onTopic)}`}
        <div class="session">
          ${access ? html`<span class="who">${term(access.name, access.sentence)}</span>
            <span class="role">${access.role}</span>
            <button type="button" class="secondary outline" @click=${actions.onSignOut}>Sign out</button>` : nothing}
          <button type="button" class="secondary outline" @click=${actions.onTheme}
            aria-label=${dark ? "Use light colours" : "Use dark colours"}>${dark ? "Light" : "Dark"}</button>
        </div>
      </div>
    </header>`;
}

/** The part behind # is the address of the page, so the link only moves the focus. */
function toMain(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function navigation(address, access) {
  const path = address.split("?")[0] || "#/";
  return html`
    <nav aria-label="Pages"><ul>${[...PAGES, ...(access.can("admin") ? OF_ADMINS : [])].map(([to, text]) => html`
      <li><a href=${to} aria-current=${to === path ? "page" : nothing}>${text}</a></li>`)}
    </ul></nav>`;
}

function find(topics, topic, onTopic) {
  function submit(event) {
    event.preventDefault();
    const { eventId, eventTopic } = event.target.elements;
    location.hash = findAddress(eventTopic.value, eventId.value.trim());
  }
  return html`
    <search aria-label="Find an event"><form @submit=${submit}>
      <label class="hidden" for="find-topic">Topic</label>
      <select id="find-topic" name="eventTopic" @change=${event => onTopic(event.target.value)}>
        <option value="">${topics.length === 0 ? "No topic yet" : "All topics"}</option>
        ${topics.map(each => html`<option value=${each} .selected=${live(each === topic)}>${each}</option>`)}
      </select>
      <label class="hidden" for="find-id">Event id</label>
      <input id="find-id" name="eventId" type="search" placeholder="Event id" autocomplete="off" spellcheck="false">
      <button type="submit" class="secondary">Find</button>
    </form></search>`;
}
