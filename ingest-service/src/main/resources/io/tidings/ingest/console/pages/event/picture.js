/** The deliveries of a record as a picture, with times to scale. The lists below it say the same in words. */

import { html, svg } from "/console/lib/lit-html/lit-html.js";
import { durationText, exact } from "../../core/format.js";
import { extent, lane, scale } from "./story.js";

const HEIGHT = 36;
const MIDDLE = HEIGHT / 2;

/** Each kind has a shape of its own, so that colour is not needed. */
const SHAPES = {
  success: svg`<circle r="6" class="picture-success"></circle>`,
  failure: svg`<path d="M-5-5 5 5M5-5-5 5" class="picture-failure"></path>`,
  end: svg`<rect x="-5" y="-5" width="10" height="10" class="picture-end"></rect>`,
};

/**
 * @param {object[]} deliveries of the record, in the order of the lanes
 * @param {number} now milliseconds since 1970
 */
export function picture(record, deliveries, now) {
  const lanes = deliveries.map(delivery => ({ delivery, ...lane(record, delivery, now) }));
  const all = extent(lanes);
  const place = scale(all);
  return html`
    <figure class="picture" aria-hidden="true">
      ${lanes.map(each => html`
        <div class="picture-lane">
          <span class="picture-name">${each.delivery.subscription}${each.delivery.redriven ? ", again" : ""}</span>
          ${strip(each, place, now)}
        </div>`)}
      <div class="picture-scale">
        <span>${exact(all.from)}</span>
        <span>${durationText(all.to - all.from)}</span>
      </div>
      <figcaption class="picture-legend">
        ${legend("success", "accepted")} ${legend("failure", "failed")} ${legend("end", "ended without an attempt")}
      </figcaption>
    </figure>`;
}

function legend(kind, text) {
  return html`<span><svg width="16" height="16" viewBox="-8 -8 16 16">${SHAPES[kind]}</svg> ${text}</span>`;
}

function strip(each, place, now) {
  const at = time => `${place(time).toFixed(2)}%`;
  const last = each.points.length > 0 ? each.points[each.points.length - 1].to : each.from;
  const waiting = each.delivery.state === "Waiting";
  return html`
    <svg width="100%" height=${HEIGHT} class="picture-strip">
      ${line(at(each.from), at(last), "picture-past")}
      ${waiting ? line(at(last), at(each.to), "picture-future") : ""}
      ${waiting && each.due > now ? mark(at(now)) : ""}
      ${each.points.map(point => line(at(point.from), at(point.to), "picture-attempt"))}
      ${each.points.map(point => shape(point.kind, at(point.to)))}
    </svg>`;
}

function line(from, to, name) {
  return svg`<line x1=${from} x2=${to} y1=${MIDDLE} y2=${MIDDLE} class=${name}></line>`;
}

function shape(kind, at) {
  return svg`<svg x=${at} y=${MIDDLE} overflow="visible">${SHAPES[kind]}</svg>`;
}

/** The present. */
function mark(at) {
  return svg`<line x1=${at} x2=${at} y1="4" y2=${HEIGHT - 4} class="picture-now"></line>`;
}
