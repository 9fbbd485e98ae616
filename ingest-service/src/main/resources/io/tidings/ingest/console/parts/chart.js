import { html, render } from "/console/lib/lit-html/lit-html.js";
import { clock, exact, number } from "../core/format.js";
import { table } from "./table.js";
import { exactTime } from "./time.js";

/**
 * A chart over time, with its numbers as a table behind "Show as a table".
 *
 * @param {object} options
 * @param {string} options.label says what is shown, also to screen readers
 * @param {{name: string, tone?: "good" | "bad" | "warning" | "info", points: {x: string, y: number | null}[]}[]}
 *     options.series x is an instant
 * @param {"line" | "bar"} [options.kind]
 * @param {boolean} [options.stacked]
 * @param {string} [options.unit] stands behind each number
 */
export function chart({ label, series, kind = "line", stacked = false, unit = "" }) {
  return html`<tidings-chart .data=${{ label, series, kind, stacked, unit }}></tidings-chart>`;
}

const TONES = ["info", "bad", "warning", "good"];

class TidingsChart extends HTMLElement {
  #data;
  #shown = "";
  #chart;
  #canvas;
  #numbers;
  #redraw = () => this.#restart();

  set data(data) {
    const text = JSON.stringify(data);
    if (text !== this.#shown) {
      this.#shown = text;
      this.#data = data;
      this.#show();
    }
  }

  connectedCallback() {
    if (!this.#canvas) {
      this.#build();
    }
    document.addEventListener("tidings-theme", this.#redraw);
    this.#show();
  }

  disconnectedCallback() {
    document.removeEventListener("tidings-theme", this.#redraw);
    this.#stop();
  }

  #build() {
    const box = document.createElement("div");
    box.className = "canvas";
    this.#canvas = document.createElement("canvas");
    this.#canvas.setAttribute("role", "img");
    box.append(this.#canvas);
    this.#numbers = document.createElement("div");
    this.append(box, this.#numbers);
  }

  async #show() {
    if (!this.isConnected || !this.#data) {
      return;
    }
    const { label, kind } = this.#data;
    this.#canvas.setAttribute("aria-label", label);
    render(numbers(this.#data), this.#numbers);
    const Chart = await library();
    if (!this.isConnected) {
      return;
    }
    if (this.#chart?.config.type !== kind) {
      this.#stop();
    }
    if (this.#chart) {
      this.#chart.data = dataOf(this.#data);
      this.#chart.update("none");
    } else {
      this.#chart = new Chart(this.#canvas, { type: kind, data: dataOf(this.#data), options: optionsOf(this.#data) });
    }
  }

  #restart() {
    this.#stop();
    this.#show();
  }

  #stop() {
    this.#chart?.destroy();
    this.#chart = undefined;
  }
}

/** A module import, because the policy for trusted types allows no script element; the file sets a global. */
async function library() {
  await import("/console/lib/chart/chart.umd.js");
  return globalThis.Chart;
}

function instants(series) {
  return [...new Set(series.flatMap(each => each.points.map(point => point.x)))].sort();
}

function valueAt(each, x) {
  return each.points.find(point => point.x === x)?.y ?? null;
}

function numbers({ label, series, unit }) {
  return html`
    <details>
      <summary>Show as a table</summary>
      ${table({
        caption: label,
        columns: [
          { head: "Time", cell: exactTime },
          ...series.map(each => ({ head: each.name, numeric: true, cell: x => shown(valueAt(each, x), unit) })),
        ],
        rows: instants(series),
        empty: html`<p>There are no numbers yet.</p>`,
      })}
    </details>`;
}

function shown(value, unit) {
  return value === null ? "–" : `${number(value)} ${unit}`.trim();
}

function dataOf({ series, kind }) {
  const xs = instants(series);
  return {
    labels: xs,
    datasets: series.map((each, i) => {
      const color = css(`--chart-${each.tone ?? TONES[i % TONES.length]}`);
      const data = xs.map(x => valueAt(each, x));
      return kind === "line"
        ? { label: each.name, data, borderColor: color, backgroundColor: color, borderWidth: 2, pointRadius: 2 }
        : { label: each.name, data, backgroundColor: color };
    }),
  };
}

function optionsOf({ unit, stacked }) {
  const color = css("--pico-color");
  const grid = { color: css("--pico-muted-border-color") };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: "index", intersect: false },
    plugins: {
      legend: { labels: { color } },
      tooltip: {
        callbacks: {
          title: items => exact(items[0].label),
          label: item => `${item.dataset.label}: ${shown(item.parsed.y, unit)}`,
        },
      },
    },
    scales: {
      x: { stacked, grid, ticks: { color, maxRotation: 0, autoSkipPadding: 16, callback: clockAt } },
      y: { stacked, grid, beginAtZero: true, ticks: { color, precision: 0 } },
    },
  };
}

/** Called on the axis, which knows the instant. */
function clockAt(index) {
  return clock(this.getLabelForValue(index));
}

function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

customElements.define("tidings-chart", TidingsChart);
