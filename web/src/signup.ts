// The sign-up form: fields are checked while the user types, and if the form is refused, all of them keep their values,
// including the password. Without this script, the page is loaded again with the messages and an empty password.

import { word } from "./words.js";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,31}$/;
const LEAST = 10;

/** Check a form's fields while they are filled in, and send it without leaving the page. */
export function activateSignUp(form: HTMLFormElement, done: (address: string) => void): void {
  const checked = [...form.querySelectorAll<HTMLInputElement>("[data-check]")];
  for (const input of checked) {
    input.addEventListener("input", () => checked.forEach((one) => tell(one, form, one === input)));
    input.addEventListener("blur", () => tell(input, form, false));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form, done);
  });
}

/** Show beside a field whether it is valid. While the user types, a value that may still become valid isn't refused. */
function tell(input: HTMLInputElement, form: HTMLFormElement, typing: boolean): void {
  const hint = document.getElementById(`${input.id}-hint`);
  if (hint === null) {
    return;
  }
  const fits = input.dataset["check"] === "name" ? NAME.test(input.value.trim()) : isStrong(input.value, readName(form));
  hint.classList.toggle("fits", fits);
  hint.classList.toggle("misfits", !fits && !typing && input.value !== "");
  if (fits) {
    complain(form, input, "");
  }
}

function isStrong(password: string, name: string): boolean {
  return [...password].length >= LEAST && password.length <= 256 && password.toLowerCase() !== name.toLowerCase() && new Set(password).size > 1;
}

function readName(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>("[data-check=name]")?.value.trim() ?? "";
}

async function send(form: HTMLFormElement, done: (address: string) => void): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>("button.main");
  if (button !== null) {
    button.disabled = true;
  }
  const inputs = [...form.querySelectorAll<HTMLInputElement>(".field input")];
  try {
    const fields = new URLSearchParams([...new FormData(form)] as [string, string][]);
    const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "text/html" } });
    if (response.redirected) {
      done(response.url);
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const wrong = inputs.filter((input) => complain(form, input, page.getElementById(`${input.name}-error`)?.textContent ?? ""));
    const whole = wrong.length > 0 ? "" : (page.querySelector("main .error, #error-message")?.textContent ?? word("unreachable"));
    complain(form, null, whole);
    wrong[0]?.focus();
  } catch {
    complain(form, null, word("unreachable"));
  }
  if (button !== null) {
    button.disabled = false;
  }
}

/** Show the error in a field, or in the whole form, and return whether there is one. */
function complain(form: HTMLFormElement, input: HTMLInputElement | null, text: string): boolean {
  const id = `${input?.id ?? form.id}-error`;
  let place = document.getElementById(id);
  if (place === null && text !== "") {
    place = document.createElement("p");
    place.id = id;
    place.className = "error";
    place.setAttribute("role", "alert");
    if (input === null) {
      form.prepend(place);
    } else {
      input.after(place);
    }
  }
  if (place !== null) {
    place.textContent = text;
    place.hidden = text === "";
  }
  if (input !== null) {
    if (text === "") {
      input.removeAttribute("aria-invalid");
    } else {
      input.setAttribute("aria-invalid", "true");
    }
    input.setAttribute("aria-describedby", text === "" ? `${input.id}-hint` : `${id} ${input.id}-hint`);
  }
  return text !== "";
}

for (const form of document.querySelectorAll<HTMLFormElement>("main > form[data-signup]")) {
  activateSignUp(form, (address) => window.location.assign(address));
}
