"""The front end's sentences in the reader's language: each page brings them, `web/src/words.ts` has their types."""

from __future__ import annotations

from app.kit.language import translate as _


def list_words() -> dict[str, str]:
    """Return each sentence by its name. `{…}` are values that the script puts in."""
    return {
        "coloursSystem": _("same as system"),
        "coloursLight": _("light"),
        "coloursDark": _("dark"),
        "colours": _("Colours:"),
        "copy": _("Copy"),
        "copied": _("Copied"),
        "pressCopy": _("Press Ctrl+C"),
        "draftFromBefore": _("Your draft from before signing in"),
        "draftOfAccount": _("Use the account's earlier draft"),
        "draftRestored": _("Draft restored"),
        "draftNotKept": _("This browser keeps no drafts"),
        "draftHere": _("Draft kept in this browser"),
        "draftSignedOut": _("Signed out: the draft is kept in this browser"),
        "draftTooLarge": _("Too large to keep on the server; kept in this browser"),
        "draftTrouble": _("Kept in this browser; the service has a problem"),
        "draftUnreachable": _("Can't reach the service: kept in this browser"),
        "draftOffline": _("Offline: kept in this browser"),
        "draftElsewhere": _("Use the draft from your other window"),
        "draftSaved": _("Draft saved"),
        "editorLabel": _("Your solution, Python. Tab indents; Escape, then Tab, leaves the editor."),
        "restored": _("Restored from an earlier attempt"),
        "backToDraft": _("Back to my draft"),
        "starterRestored": _("Starter restored"),
        "undo": _("Undo"),
        "formatted": _("Formatted"),
        "alreadyFormatted": _("Nothing to format"),
        "cantFormat": _("Python can't read this yet, so it can't be formatted"),
        "unreachable": _("The service can't be reached; try again in a moment."),
        "offline": _("Offline: what you write is kept in this browser"),
        "online": _("Back online"),
        "notSent": _("Not sent"),
        "notSentWhy": _("The service can't be reached. Your code is kept in this browser; try again in a moment."),
        "signedOut": _("Signed out"),
        "signedOutRun": _("Sign in again to run your code; the draft is kept in this browser."),
        "signedOutSee": _("Sign in again to see the verdict."),
        "refused": _("Not accepted for grading"),
        "refusedWhy": _("The service answered with status {status}. Your code is safe."),
        "lost": _("The service can't be reached; next try in {seconds} s. Grading goes on without this page."),
        "lostOffline": _("You are offline. The verdict will be here when you are back."),
        "gone": _("Not found"),
        "goneWhy": _("The service no longer has this submission. Send it again."),
        "sending": _("Sending"),
        "sendingRun": _("The sample cases will run."),
        "sendingSubmit": _("The sample cases will run, then the hidden ones."),
        "newerVersion": _("The kata has changed: load its newest version"),
        "showLine": _("Show line {line}"),
        "runBefore": _("The run before took {before} ms in jitted functions, this one {now} ms."),
    }
