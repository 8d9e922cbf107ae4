import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** Undefined: there is none here, and the journeys through a browser are skipped. */
export const executablePath = process.env.CHROMIUM_PATH

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium stands still under a clock that a library changes for it (tools/launcher/src/faked-clock.ts); its pages are given the time instead. */
const launch = (path = executablePath): Promise<Browser> =>
  chromium.launch({
    ...(path && { executablePath: path }),
    args: FLAGS,
    env: { ...process.env, LD_PRELOAD: undefined },
  })

export const launchChromium = (): Promise<Browser> => launch()

/** With all that a browser has beside its pages: it shows notifications. */
export const launchWholeChromium = (): Promise<Browser> => launch(process.env.WHOLE_CHROMIUM_PATH)

/** How far ahead the clocks of the product run in this run of the tests. */
const AHEAD_MS = Number(process.env.FAKETIME ?? 0) * 1_000

/** Somebody's browser, whose pages have the clock of the run. */
export async function newBrowserContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  if (AHEAD_MS !== 0) await context.addInitScript(setClockAhead, AHEAD_MS)
  return context
}

/** Runs in the page, before anything of it: nothing from outside can be used here. */
function setClockAhead(aheadMs: number): void {
  const now = Date.now
  const ahead = (): number => now() + aheadMs
  globalThis.Date = new Proxy(Date, {
    // Of whichever class asks: others are made of it.
    construct: (target, words, asks) =>
      Reflect.construct(target, words.length === 0 ? [ahead()] : words, asks) as Date,
    apply: () => new Date().toString(),
    get: (target, name): unknown => (name === 'now' ? ahead : Reflect.get(target, name)),
  })
}
