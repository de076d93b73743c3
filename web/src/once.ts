// A form that is sent twice, by a double click or a second Enter on a slow line: the first answer is lost, and with it
// what is shown only once.

/** Time in which the same form isn't sent again; later somebody may have stopped the first request. */
const AGAIN_MS = 10_000;

interface Sent {
  readonly form: EventTarget | null;
  readonly button: HTMLElement | null;
  readonly text: string;
  readonly at: number;
}

/** Send each form once, unless its fields changed. The window hears an event last, so forms that another script sends are left alone. */
export function sendOnce(): void {
  let last: Sent | null = null;
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented || (event.target as HTMLFormElement).method !== "post") {
      return;
    }
    const form = event.target as HTMLFormElement;
    const sent = { form, button: event.submitter, text: read(form), at: performance.now() };
    if (last?.form === form && last.button === sent.button && last.text === sent.text && sent.at - last.at < AGAIN_MS) {
      event.preventDefault();
      return;
    }
    last = sent;
    // Only now, so that it comes after the listeners that ask whether to leave: who stays has sent nothing.
    window.addEventListener("beforeunload", (leaving) => (last = leaving.defaultPrevented ? null : last), { once: true });
  });
  window.addEventListener("pageshow", (event) => (last = event.persisted ? null : last)); // The reader came back.
}

function read(form: HTMLFormElement): string {
  const fields = [...new FormData(form)];
  return JSON.stringify(fields.map(([name, value]) => [name, typeof value === "string" ? value : [value.name, value.size, value.lastModified]]));
}
