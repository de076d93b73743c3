// The first hour in the Firefox of this machine: `node first_hour.mjs FIREFOX URL SOLUTIONS NAME PASSWORD`.
//
// SOLUTIONS is JSON: pairs of a kata's slug and its solution, in the order in which the site offers them. A visitor
// arrives, runs the program of the front page, mends it, runs a kata as a guest, breaks it, signs up with the draft kept,
// solves all katas, opens what is shared, and comes back on a phone. Each step prints a line; a step that fails ends the
// process with status 1 and says why. Errors of scripts, and what a page's content security policy refuses, fail, too.

import { createRequire } from "node:module";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const puppeteer = require("puppeteer-core");
const [firefox, url, solutions, name, password] = process.argv.slice(2);
const [[SLUG, SOLUTION], ...OTHERS] = JSON.parse(solutions);
const STEP_MS = 90_000;
const problems = [];

async function open(width, height) {
    const browser = await puppeteer.launch({
        browser: "firefox",
        executablePath: firefox,
        headless: true,
        timeout: STEP_MS,
        defaultViewport: null, // Firefox ESR doesn't know all that setting one asks for
        env: { ...process.env, MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height) },
        args: [`--width=${width}`, `--height=${height}`],
        // Nothing but the site is asked for anything.
        extraPrefsFirefox: { "network.captive-portal-service.enabled": false, "network.connectivity-service.enabled": false },
    });
    const page = await browser.newPage();
    page.setDefaultTimeout(STEP_MS);
    page.on("pageerror", (error) => {
        if (!String(error).includes("__bidi_args")) problems.push(String(error)); // the driver's own, across a navigation
    });
    page.on("console", (message) => {
        if (message.text().includes("Content-Security-Policy")) problems.push(message.text());
    });
    return { browser, page };
}

async function step(words, act) {
    await act();
    if (problems.length) throw new Error(`${words}: ${problems.join("; ")}`);
    console.log(words);
}

function demand(holds, words) {
    if (!holds) throw new Error(words);
}

const textOf = (page, selector) => page.$eval(selector, (found) => found.textContent);

// Puppeteer's own ways to wait compile functions in the page, which its content security policy refuses.
async function until(page, words, holds, ...values) {
    const end = Date.now() + STEP_MS;
    while (!(await page.evaluate(holds, ...values))) {
        demand(Date.now() < end, `waited in vain for ${words}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

const waitFor = (page, selector) => until(page, selector, (where) => Boolean(document.querySelector(where)), selector);
const waitForText = (page, selector, text) =>
    until(page, text, (where, what) => document.querySelector(where)?.textContent.includes(what), selector, text);

async function click(page, selector) {
    await waitFor(page, selector);
    await page.click(selector);
}

async function fill(page, selector, text) {
    await click(page, selector);
    await press(page, "Control", "a");
    await page.keyboard.type(text);
}

async function follow(page, selector) {
    await waitFor(page, selector);
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
}

async function press(page, ...keys) {
    for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
    await page.keyboard.press(keys.at(-1));
    for (const key of keys.slice(0, -1).reverse()) await page.keyboard.up(key);
}

// A run may be over before anybody looks whether the page is busy.
const watchRun = (page) =>
    page.evaluate(() => {
        window.ran = false;
        const result = document.querySelector("#trial-result");
        new MutationObserver(() => {
            window.ran = !("busy" in result.dataset);
        }).observe(result, { attributes: true, attributeFilter: ["data-busy"] });
    });

// Run until the bars have the heights that they should: a busy machine may stall any call.
async function run(page, areRight) {
    for (let tries = 5; ; tries--) {
        const bars = await runOnce(page);
        if (bars.length === 10 && areRight(bars)) return;
        demand(tries > 1, `the bars are ${bars}`);
    }
}

async function runOnce(page) {
    await watchRun(page);
    await click(page, "#run-program");
    await until(page, "the run", () => window.ran);
    return page.$$eval(".bar-column", (columns) =>
        columns.map((column) =>
            [...column.querySelectorAll("rect")].reduce((sum, part) => sum + part.getBoundingClientRect().height, 0),
        ),
    );
}

// The editor's text lies in a shadow root.
async function findEditor(page) {
    await until(page, "the editor", () =>
        Boolean(document.querySelector("#editor")?.shadowRoot?.querySelector(".cm-content")),
    );
    return page.evaluateHandle(() => document.querySelector("#editor").shadowRoot.querySelector(".cm-content"));
}

const enter = async (page) => (await findEditor(page)).click();

async function paste(page, text) {
    await (await findEditor(page)).evaluate((_, pasted) => document.execCommand("insertText", false, pasted), text);
}

async function write(page, source) {
    await enter(page);
    await press(page, "Control", "a");
    await paste(page, source);
}

const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function main() {
    const { browser, page } = await open(1360, 900);
    await step("arrives", async () => {
        await page.goto(url);
        demand((await textOf(page, "h1")) === "Did JAX do what you think it did?", "the front page has another heading");
        demand(await fits(page), "the front page is wider than the window");
    });
    await step("sees ten tall bars", async () => {
        await run(page, (bars) => Math.min(...bars) > Math.max(...bars) / 10);
    });
    await step("moves a line, and nine collapse", async () => {
        await click(page, "#cure");
        const program = await page.$eval("#program", (area) => area.value);
        demand(program.indexOf("jax.jit") < program.indexOf("for t"), `the program is ${program}`);
        await run(page, ([first, ...others]) => others.every((bar) => bar < first / 4));
    });
    await step("runs a kata as a guest", async () => {
        await follow(page, ".beginnings a");
        demand(page.url().endsWith(`/problems/${SLUG}`), `the first kata is ${page.url()}`);
        await write(page, SOLUTION);
        await press(page, "Control", "Enter");
        await waitForText(page, "#verdict-headline", "Accepted on the samples");
    });
    await step("breaks it", async () => {
        await write(page, SOLUTION.replace("fill_value=-1", "fill_value=0"));
        await press(page, "Control", "Enter");
        await waitForText(page, "#verdict-headline", "Wrong answer");
        await waitForText(page, "#verdict-picture", "Expected");
        await write(page, SOLUTION);
    });
    await step("signs up over the editor, with the draft kept", async () => {
        await enter(page);
        await press(page, "Control", "Home");
        await paste(page, "# mine\n");
        await press(page, "Control", "Shift", "Enter");
        await waitForText(page, "#join", "graded on hidden cases");
        await fill(page, "#join input[name=name]", name);
        await fill(page, "#join input[name=password]", password);
        await until(page, "the form's script", () => {
            document.querySelector("#join-name").dispatchEvent(new Event("input", { bubbles: true }));
            return document.querySelector("#join-name-hint").classList.contains("fits");
        });
        await click(page, "#join button.main");
        await waitForText(page, ".top", name);
        const kept = await (await findEditor(page)).evaluate((editor) => editor.textContent);
        demand(kept.includes("# mine"), "the draft is gone");
    });
    await step("solves it", async () => {
        await enter(page);
        await press(page, "Control", "Shift", "Enter");
        await waitForText(page, "#verdict-headline", "✓ Accepted");
    });
    await step("solves all others, one after the other", async () => {
        for (const [slug, source] of OTHERS) {
            await follow(page, ".onward a");
            demand(page.url().endsWith(`/problems/${slug}`), `the next kata is ${page.url()}`);
            await write(page, source);
            await press(page, "Control", "Shift", "Enter");
            await waitForText(page, "#verdict-headline", "✓ Accepted");
        }
        await waitForText(page, ".onward", "You have solved every kata here.");
    });
    await step("shares a card", async () => {
        await follow(page, 'a[href$="#sharing"]');
        await follow(page, '#sharing form[action$="/link"] button');
        await follow(page, '#sharing a[href^="/cards/"]');
        await waitFor(page, ".verdict.card");
        const kind = await page.evaluate(async () =>
            (await fetch(`${location.pathname}/picture.png`)).headers.get("content-type"),
        );
        demand(kind === "image/png", `the card's picture is ${kind}`);
    });
    await browser.close();
    const phone = await open(390, 844);
    await step("comes back on a phone", async () => {
        await phone.page.goto(`${url}/signin`);
        await fill(phone.page, "#name", name);
        await fill(phone.page, "#password", password);
        await follow(phone.page, "form:has(#password) button.main");
        for (const path of ["/", `/problems/${SLUG}`]) {
            await phone.page.goto(url + path);
            const width = await phone.page.evaluate(() => innerWidth);
            demand(width <= 500, `the window is ${width} pixels wide, which is no phone`);
            demand(await fits(phone.page), `${path} is wider than a phone`);
        }
        await waitForText(phone.page, "#verdict-headline", "Accepted");
    });
    await phone.browser.close();
}

main().then(
    () => process.exit(0),
    (error) => {
        console.error(error.message);
        process.exit(1);
    },
);
