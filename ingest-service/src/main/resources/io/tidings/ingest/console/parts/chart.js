import { html, render } from "/console/lib/lit-html/lit-html.js";
import { clock, dayAndClock, exact, number } from "../core/format.js";
import { table } from "./table.js";
import { exactTime } from "./time.js";

/**
 * A chart over time, with its numbers as a table behind "Show as a table". Pointing at it names the time and the values.
 *
 * @param {object} options
 * @param {string} options.label says what is shown, also to screen readers
 * @param {{name: string, tone?: "good" | "bad" | "warning" | "info" | "muted", points: {x: string, y: number | null}[]}[]}
 *     options.series x is an instant
 * @param {"line" | "bar"} [options.kind]
 * @param {boolean} [options.stacked]
 * @param {string} [options.unit] stands behind each number
 * @param {string} [options.axis] stands beside the numbers of the axis: the unit, unless given
 * @param {{x: string, text: string}[]} [options.marks] what else happened at an instant of the series
 * @param {{href: (x: string) => string, go: (x: string) => void} | null} [options.pick] where a point leads
 */
export function chart({ label, series, kind = "line", stacked = false, unit = "", axis = unit, marks = [], pick = null }) {
  const data = { label, series, kind, stacked, unit, axis, marks };
  return html`<tidings-chart .pick=${pick} .data=${data}></tidings-chart>`;
}

const TONES = ["info", "bad", "warning", "good"];

class TidingsChart extends HTMLElement {
  /** Set before the data. */
  pick = null;
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
    this.#canvas.classList.toggle("leads", this.pick !== null);
    render(numbers(this.#data, this.pick), this.#numbers);
    const Chart = await library();
    if (!this.isConnected) {
      return;
    }
    if (this.#chart?.config.type !== kind) {
      this.#stop();
    }
    if (this.#chart) {
      this.#chart.data = dataOf(this.#data);
      this.#chart.options = this.#options();
      this.#chart.update("none");
    } else {
      this.#chart = new Chart(this.#canvas, {
        type: kind,
        data: dataOf(this.#data),
        options: this.#options(),
        plugins: [{ id: "marks", afterDatasetsDraw: drawn => drawMarks(drawn, this.#data) }],
      });
    }
  }

  #options() {
    const xs = instants(this.#data.series);
    return optionsOf(this.#data, xs, (_, [item]) => item && this.pick?.go(xs[item.index]));
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

function numbers({ label, series, unit, marks }, pick) {
  return html`
    <details>
      <summary>Show as a table</summary>
      ${table({
        caption: label,
        columns: [
          { head: "Time", cell: x => pick ? leading(pick, x, exactTime(x)) : exactTime(x) },
          ...series.map(each => ({ head: each.name, numeric: true, cell: x => shown(valueAt(each, x), unit) })),
          ...(marks.length > 0 ? [{ head: "Settings", cell: x => textsAt(marks, x).join("; ") }] : []),
        ],
        rows: instants(series),
        empty: html`<p>There are no numbers yet.</p>`,
      })}
    </details>`;
}

function leading(pick, x, text) {
  const go = event => {
    event.preventDefault();
    pick.go(x);
  };
  return html`<a href=${pick.href(x)} @click=${go}>${text}</a>`;
}

function textsAt(marks, x) {
  return marks.filter(mark => mark.x === x).map(mark => mark.text);
}

function drawMarks({ ctx, chartArea, scales }, { series, marks }) {
  const xs = instants(series);
  ctx.save();
  ctx.strokeStyle = css("--pico-color");
  ctx.setLineDash([4, 3]);
  for (const mark of marks) {
    const x = scales.x.getPixelForValue(xs.indexOf(mark.x));
    ctx.beginPath();
    ctx.moveTo(x, chartArea.top);
    ctx.lineTo(x, chartArea.bottom);
    ctx.stroke();
  }
  ctx.restore();
}

function shown(value, unit) {
  return value === null ? "–" : `${number(value)} ${unit}`.trim();
}

function dataOf({ series, kind }) {
  const xs = instants(series);
  return {
    labels: xs.map(days(xs) > 1 ? x => dayAndClock(x) : x => clock(x)),
    datasets: series.map((each, i) => {
      const color = css(`--chart-${each.tone ?? TONES[i % TONES.length]}`);
      const data = xs.map(x => valueAt(each, x));
      return kind === "line"
        ? { label: each.name, data, borderColor: color, backgroundColor: color, borderWidth: 2, pointRadius: 2 }
        : { label: each.name, data, backgroundColor: color };
    }),
  };
}

function days(xs) {
  return xs.length === 0 ? 0 : (Date.parse(xs.at(-1)) - Date.parse(xs[0])) / 86_400_000;
}

function optionsOf({ unit, axis, stacked, marks }, xs, onClick) {
  const color = css("--pico-color");
  const grid = { color: css("--pico-muted-border-color") };
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: "index", intersect: false },
    onClick,
    plugins: {
      legend: { labels: { color } },
      tooltip: {
        callbacks: {
          title: ([item]) => exact(xs[item.dataIndex]),
          label: item => `${item.dataset.label}: ${shown(item.parsed.y, unit)}`,
          footer: ([item]) => textsAt(marks, xs[item.dataIndex]),
        },
      },
    },
    scales: {
      x: {
        stacked,
        grid,
        ticks: { color, maxRotation: 0, autoSkipPadding: 16 },
        title: { display: true, text: "Local time", color },
      },
      y: {
        stacked,
        grid,
        beginAtZero: true,
        ticks: { color, precision: 0 },
        title: { display: axis !== "", text: axis, color },
      },
    },
  };
}


function css(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

customElements.define("tidings-chart", TidingsChart);
