// The learner's own calls of their function: the editor's text and the calls are joined into one program, which runs
// like all temporary programs. Each expression in the calls is printed as an interpreter would show it.

import { pythonLanguage } from "@codemirror/lang-python";

import { keep, must, recall } from "./dom.js";
import { fetchRun, runByKey } from "./programs.js";
import { word } from "./words.js";

/** Activate the field for own calls. `source` returns the learner's solution; `helpers` are the problem's functions. */
export function offerCalls(slug: string, helpers: string, source: () => string, mayRun: () => boolean): void {
  const area = must<HTMLTextAreaElement>("#calls");
  const run = must<HTMLButtonElement>("#run-calls");
  const result = must("#calls-result");
  const key = `calls:${slug}`;
  area.value = recall(key) ?? "";
  const fit = (): void => {
    area.rows = Math.max(4, area.value.split("\n").length + 1);
  };
  fit();
  area.addEventListener("input", () => {
    fit();
    keep(key, area.value === "" ? null : area.value);
  });
  runByKey(area, run);
  run.addEventListener("click", () => {
    if (mayRun()) {
      void runCalls();
    }
  });
  must("#own-calls").hidden = false;

  async function runCalls(): Promise<void> {
    run.disabled = true;
    result.hidden = false;
    result.textContent = word("sendingProgram");
    const answer = await fetchRun("/programs", join(source(), helpers, area.value), "brief");
    if (typeof answer === "string") {
      result.textContent = answer;
    } else {
      const found = answer.page.querySelector("[data-done]");
      result.replaceChildren(...[...(found?.childNodes ?? [])].map((node) => document.importNode(node, true)));
    }
    run.disabled = false;
  }
}

/** Return one program. The solution is first, so its lines keep their numbers, and it may import `__future__`. */
function join(source: string, helpers: string, calls: string): string {
  return [source, helpers, printExpressions(calls)].filter((part) => part.trim() !== "").map((part) => part.trimEnd()).join("\n\n") + "\n";
}

/** Return the calls with each stand-alone expression wrapped in a `print`, unless it already prints. */
function printExpressions(calls: string): string {
  let text = "";
  let done = 0;
  const top = pythonLanguage.parser.parse(calls).topNode;
  for (const statement of [top, ...top.getChildren("StatementGroup")].flatMap((node) => node.getChildren("ExpressionStatement"))) {
    const expression = calls.slice(statement.from, statement.to);
    if (!/^print\s*\(/.test(expression)) {
      text += `${calls.slice(done, statement.from)}print(repr((${expression})))`;
      done = statement.to;
    }
  }
  return text + calls.slice(done);
}
