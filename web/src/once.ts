// A form that is sent twice, by a double click or a second Enter on a slow line: the first answer is lost, and with it
// what is shown only once.

/** Time in which the same form isn't sent again; later somebody may have stopped the first request. */
const AGAIN_MS = 10_000;

interface Sent {
  readonly form: EventTarget | null;
  readonly button: HTMLElement | null;
  readonly at: number;
}

/** Send each form once. The window hears an event last, so forms that another script sends are left alone. */
export function sendOnce(): void {
  let last: Sent | null = null;
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented || (event.target as HTMLFormElement).method !== "post") {
      return;
    }
    const sent = { form: event.target, button: event.submitter, at: performance.now() };
    if (last !== null && last.form === sent.form && last.button === sent.button && sent.at - last.at < AGAIN_MS) {
      event.preventDefault();
    } else {
      last = sent;
    }
  });
  window.addEventListener("pageshow", () => (last = null)); // The reader came back to the page.
}
