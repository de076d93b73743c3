// The call timeline: one bar per call, its height the call's time on a log scale, its colours JAX's work.
// app/web/timeline.py draws the same picture for pages without JavaScript.

import { h, svg } from "./dom.js";
import { type CallReport, formatMs, type Segment } from "./report.js";

const HEIGHT = 72;
const WIDTH = 36;
const FLOOR_MS = 0.1;
const SLIVER = 3;
const LEAST_SHARE = 0.01;
const KINDS: readonly Segment["kind"][] = ["trace", "lower", "compile", "execute"];

interface Bar {
  readonly total: number;
  readonly parts: readonly { readonly kind: Segment["kind"]; readonly ms: number }[];
}

/** Draw `calls` as a figure with its own sentence. */
export function drawTimeline(calls: readonly CallReport[]): HTMLElement {
  const bars = calls.map(toBar);
  const top = Math.max(100, ...bars.map((bar) => bar.total));
  const columns = calls.map((call, index) => {
    const bar = bars[index]!;
    const other = bar.total - bar.parts.reduce((total, part) => total + part.ms, 0);
    return h(
      "li",
      {},
      drawBar(bar, top),
      h("span", { class: "call-total" }, formatMs(bar.total)),
      h("span", { class: "call-label" }, call.label || `call ${index + 1}`),
      h("span", { class: "call-traces" }, call.traces === 0 ? "cached: no trace" : call.traces === 1 ? "1 trace" : `${call.traces} traces`),
      h(
        "ul",
        { class: "call-parts" },
        ...bar.parts.map((part) => h("li", { class: `part-${part.kind}` }, `${part.kind} ${formatMs(part.ms)}`)),
        other > LEAST_SHARE * bar.total ? h("li", { class: "part-rest" }, `other ${formatMs(other)}`) : null,
      ),
    );
  });
  return h(
    "figure",
    { class: "timeline" },
    h("ol", { tabindex: "0" }, ...columns),
    h("figcaption", {}, "Each bar is one call of your function. Height: its time, on a logarithmic scale. Colours: what share went to which work."),
  );
}

function toBar(call: CallReport): Bar {
  const parts = KINDS.map((kind) => ({ kind, ms: sum(call.segments.filter((segment) => segment.kind === kind)) })).filter((part) => part.ms > 0);
  const accounted = parts.reduce((total, part) => total + part.ms, 0);
  return { total: Math.max(accounted, call.seconds * 1000), parts };
}

function sum(segments: readonly Segment[]): number {
  return segments.reduce((total, segment) => total + segment.ms, 0);
}

function drawBar(bar: Bar, top: number): SVGElement {
  const scale = Math.log(Math.max(bar.total, FLOOR_MS) / FLOOR_MS) / Math.log(top / FLOOR_MS);
  const height = Math.max(SLIVER, Math.min(1, scale) * HEIGHT);
  const rects: Node[] = [svg("rect", { class: "part-rest", x: "0", y: (HEIGHT - height).toFixed(2), width: String(WIDTH), height: height.toFixed(2) })];
  let y = HEIGHT;
  for (const part of bar.parts) {
    const share = (part.ms / bar.total) * height;
    y -= share;
    rects.push(svg("rect", { class: `part-${part.kind}`, x: "0", y: y.toFixed(2), width: String(WIDTH), height: share.toFixed(2) }));
  }
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMinYMax", width: String(WIDTH), height: String(HEIGHT), "aria-hidden": "true" }, ...rects);
}
