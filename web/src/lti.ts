// Pages inside a platform's frame, where browsers block our cookies. So the platform stores a secret for us, by
// messages between windows (LTI client-side postMessages); then a tab is opened. A choice is sent back without another
// click.

const PATIENCE_MS = 3000;

interface Stored {
  subject?: string;
  message_id?: string;
  value?: string;
  error?: unknown;
}

function findKeeper(storage: string): Window {
  const platform = window.opener ?? window.parent;
  if (storage && storage !== "_parent") {
    try {
      return platform.frames[storage as unknown as number] ?? platform;
    } catch {
      // Not every browser allows access to another site's frames by name.
    }
  }
  return platform;
}

function ask(place: HTMLElement, subject: string, more: object): Promise<string> {
  const { storage = "", origin = "", key = "" } = place.dataset;
  const id = crypto.randomUUID?.() ?? String(Math.random());
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
    window.addEventListener("message", (event: MessageEvent<Stored>) => {
      const told = event.data;
      if (event.origin !== origin || told?.subject !== `${subject}.response` || told.message_id !== id) {
        return;
      }
      clearTimeout(timer);
      if (told.error || typeof told.value !== "string") {
        reject(new Error("refused"));
      } else {
        resolve(told.value);
      }
    });
    findKeeper(storage).postMessage({ subject, message_id: id, key, ...more }, origin);
  });
}

const wait = document.querySelector<HTMLElement>("[data-put]");
const tab = document.getElementById("lti-tab");
if (wait && tab) {
  wait.hidden = false;
  tab.hidden = true;
  ask(wait, "lti.put_data", { value: wait.dataset.value }).then(
    () => window.location.replace(wait.dataset.next ?? ""),
    () => {
      wait.hidden = true;
      tab.hidden = false;
    },
  );
}

const open = document.querySelector<HTMLFormElement>("form[data-get]");
const secret = open?.querySelector<HTMLInputElement>("input[name=secret]");
const button = open?.querySelector("button");
if (open && secret && button) {
  ask(open, "lti.get_data", {}).then(
    (value) => {
      secret.value = value;
      button.disabled = false;
    },
    () => {
      document.getElementById("lti-silent")?.removeAttribute("hidden");
    },
  );
}

document.querySelector<HTMLFormElement>("#lti-send")?.submit();

if (document.getElementById("lti-done")) {
  (window.opener ?? window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*");
}

export {};
