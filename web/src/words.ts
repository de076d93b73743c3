// The sentences that scripts say, in the reader's language. The page brings them (app/web/drawing/words.py); a test holds the
// names there and here equal.

export type Sentence =
  | "coloursSystem"
  | "coloursLight"
  | "coloursDark"
  | "colours"
  | "copy"
  | "copied"
  | "pressCopy"
  | "draftFromBefore"
  | "draftOfAccount"
  | "draftRestored"
  | "draftNotKept"
  | "draftHere"
  | "draftSignedOut"
  | "draftTooLarge"
  | "draftTrouble"
  | "draftUnreachable"
  | "draftOffline"
  | "draftElsewhere"
  | "draftSaved"
  | "editorLabel"
  | "restored"
  | "backToDraft"
  | "starterRestored"
  | "undo"
  | "formatted"
  | "alreadyFormatted"
  | "cantFormat"
  | "unreachable"
  | "offline"
  | "online"
  | "notSent"
  | "notSentWhy"
  | "signedOut"
  | "signedOutRun"
  | "signedOutSee"
  | "refused"
  | "refusedWhy"
  | "lost"
  | "lostOffline"
  | "gone"
  | "goneWhy"
  | "sending"
  | "sendingRun"
  | "sendingSubmit"
  | "sendingProgram"
  | "padLabel"
  | "lessonLabel"
  | "lessonRun"
  | "lessonEdit"
  | "lessonReset"
  | "newerVersion"
  | "showLine"
  | "runBefore";

const sentences = JSON.parse(document.querySelector("#words")?.textContent ?? "{}") as Readonly<Record<Sentence, string>>;

/** Return a sentence, with each `{name}` in it replaced by the value of that name. */
export function word(name: Sentence, values: Readonly<Record<string, string | number>> = {}): string {
  return sentences[name].replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
}
