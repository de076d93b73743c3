// Counts an exam's working time down. The server is polled for the time left, because staff may add some meanwhile.

const POLL_MS = 10_000;
const TICK_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 3600;

interface ExamClock {
  phase: string;
  seconds_left: number | null;
}

for (const clock of document.querySelectorAll<HTMLElement>("[data-exam]")) {
  run(clock);
}

function run(clock: HTMLElement): void {
  const timer = clock.querySelector("[role=timer]");
  const address = clock.dataset["exam"];
  if (timer === null || address === undefined) {
    return;
  }
  let ends: number | null = null;
  const show = (): void => {
    if (ends === null) {
      return;
    }
    const left = Math.max(0, Math.round((ends - performance.now()) / TICK_MS));
    clock.classList.toggle("soon", left < 5 * MINUTE_S);
    timer.textContent = left > 0 ? (clock.dataset["left"] ?? "{time}").replace("{time}", tell(left)) : (clock.dataset["over"] ?? "");
  };
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(address, { headers: { accept: "application/json" } });
      if (answer.ok) {
        const told = (await answer.json()) as ExamClock;
        ends = performance.now() + (told.phase === "on_time" ? (told.seconds_left ?? 0) * TICK_MS : 0);
        show();
      }
    } catch {
      // Offline: the clock continues from the last answer.
    }
  };
  setInterval(show, TICK_MS);
  setInterval(() => void ask(), POLL_MS);
  document.addEventListener("visibilitychange", () => void ask());
  void ask();
}

function tell(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / HOUR_S);
  const rest = `${two(Math.floor(seconds / MINUTE_S) % MINUTE_S)}:${two(seconds % MINUTE_S)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
