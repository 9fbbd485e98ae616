import { remember, remembered } from "../core/memory.js";
import { field } from "./field.js";

const SIZES = [20, 50, 100, 500, 1000];

/**
 * How many rows a list shows at once, as somebody has chosen in any list.
 *
 * @param {number} usual before anybody has chosen
 * @param {number} most that the server gives
 */
export function rowsAtOnce(usual, most) {
  const chosen = Number(remembered("rows"));
  return Math.min(SIZES.includes(chosen) ? chosen : usual, most);
}

/**
 * The field for it; empty for a list that is shorter than every choice.
 *
 * @param {{shown: number, more: boolean, noun?: string}} list noun tells it from another one of the page
 */
export function rowsField({ shown, more, noun }, usual, most, onChange) {
  if (!more && shown <= SIZES[0]) {
    return "";
  }
  const size = rowsAtOnce(usual, most);
  const sizes = [...new Set([...SIZES.filter(each => each <= most), size])].sort((a, b) => a - b);
  return field({
    label: "Rows at once",
    name: noun ? `rows-at-once-${noun}` : "rows-at-once",
    type: "select",
    value: String(size),
    options: sizes.map(each => ({ value: String(each), label: String(each) })),
    onInput: value => {
      remember("rows", value);
      onChange();
    },
  });
}
