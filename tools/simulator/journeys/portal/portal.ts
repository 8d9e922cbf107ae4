import { seedDemo } from '../../src/demo/seed.ts'
import { filledTemplate, testDatabase } from '@carewatch/platform/database/testing'
import type { Language } from '@carewatch/contracts/languages'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import { launchChromium, newBrowserContext } from '../chromium.ts'
import type { Place } from '../product.ts'
import { startProductHere } from '../product-here.ts'

/** Guards against what never comes, not against what is slow: a browser beside other work has drawn nothing for half a minute. */
const SETTLED_WITHIN_MS = 90_000
/** No watch of the demo falls silent in so short a time, and no day of it becomes another. */
const DEMO_FRESH_MS = 4 * 60_000

export type Person = { email: string; password?: string }
export type Look = {
  language?: Language
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  fontSize?: 'small' | 'large'
  timezoneId?: string
  /** With the service worker, as a person has it. */
  worker?: boolean
}

export type Screen = {
  page: Page
  /** What the browser complained of since: errors, warnings, failed requests. */
  complaints: string[]
  close: () => Promise<void>
}

/** What a browser writes by itself: an answer is looked at below, and the worker is blocked by us. */
const isExpected = (text: string): boolean =>
  text.startsWith('Failed to load resource') ||
  text.startsWith('Service Worker registration blocked') ||
  text.includes('GL Driver Message') ||
  // An alarm rang before somebody pressed anything on this page; the screen says itself that it is silent.
  text.startsWith('The AudioContext was not allowed to start') ||
  // Somebody went on before the live socket was open.
  text.includes('WebSocket is closed before the connection is established')

function listen(page: Page, home: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text()))
      complaints.push(`${message.type()}: ${message.text().slice(0, 300)}`)
  })
  page.on('pageerror', ({ message }) => complaints.push(`thrown: ${message}`))
  page.on('response', (response) => {
    if (response.status() >= 400)
      complaints.push(
        `${response.status()} ${response.request().method()} ${response.url().replace(home, '')}`,
      )
  })
  return complaints
}

/** The whole product with the demo's people and two weeks of history, and a browser in front of it. */
export async function openPortal(launch = launchChromium, own: Record<string, string> = {}) {
  const demo = await filledTemplate('demo_', DEMO_FRESH_MS, (url) => seedDemo(url, Date.now(), () => {}))
  return portalOn(await testDatabase(demo), launch, own)
}

/** The same with nobody in it yet. */
export const openEmptyPortal = async () => portalOn(await testDatabase(), launchChromium, {})

async function portalOn(
  database: Awaited<ReturnType<typeof testDatabase>>,
  launch: typeof launchChromium,
  own: Record<string, string>,
) {
  const product = await startProductHere(database.url, own)
  const browser = await launch()
  return {
    ...database,
    product,
    browser,
    open: (person: Person | null, look: Look = {}) => openScreen({ browser, product, person, look }),
    /** After a journey that ended sessions. */
    forgetTokens: () => tokens.clear(),
    close: async () => {
      await browser.close()
      await product.close()
      await database.drop()
    },
  }
}
export type Portal = Awaited<ReturnType<typeof openPortal>>

const tokens = new Map<string, string>()

async function tokenOf({ httpUrl }: Place, { email, password = 'carewatch' }: Person): Promise<string> {
  const key = `${httpUrl} ${email}`
  const kept = tokens.get(key)
  if (kept) return kept
  const answer = await fetch(`${httpUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  // Safe: the envelope of every answer.
  const { context } = (await answer.json()) as { context: { token: string } }
  tokens.set(key, context.token)
  return context.token
}

type Opening = { browser: Browser; product: Place; person: Person | null; look: Look }

async function openScreen({ browser, product, person, look }: Opening): Promise<Screen> {
  const {
    language = 'en',
    width = 1366,
    height = 768,
    scheme = 'light',
    fontSize = 'small',
    timezoneId,
  } = look
  const options: BrowserContextOptions = {
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    // What is kept for offline is for a journey of its own.
    serviceWorkers: look.worker ? 'allow' : 'block',
    ...(timezoneId && { timezoneId }),
  }
  const context = await newBrowserContext(browser, options)
  const token = person && (await tokenOf(product, person))
  await context.addInitScript(
    ([kept, tongue, size]) => {
      if (kept && !sessionStorage.getItem('begun')) localStorage.setItem('carewatch.token', kept)
      sessionStorage.setItem('begun', 'yes')
      localStorage.setItem('carewatch.language', tongue ?? 'en')
      localStorage.setItem('carewatch.fontSize', size ?? 'small')
    },
    [token, language, fontSize],
  )
  const page = await context.newPage()
  page.setDefaultTimeout(SETTLED_WITHIN_MS)
  followRequests(page)
  return { page, complaints: listen(page, product.httpUrl), close: () => context.close() }
}

/** Loads that address, as who has typed it, and waits until the screen is what it will be. */
export async function load({ page }: Screen, url: string): Promise<void> {
  await page.goto(url)
  await settle(page)
}

/** Goes there by the portal's router where it is open at another address, as by a link of it: loading it anew reads every script again. */
export async function go(screen: Screen, url: string): Promise<void> {
  const { page } = screen
  const isOpenElsewhere = page.url() !== url && page.url().startsWith(`${new URL(url).origin}/`)
  if (!isOpenElsewhere) return load(screen, url)
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(url)})`)
  await settle(page)
}

/** What a page asked for and has no answer to yet. */
const asked = new WeakMap<Page, Set<Request>>()

function followRequests(page: Page): void {
  const open = new Set<Request>()
  asked.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Nothing left to compute, a frame drawn, and again nothing left: whether the page says that it still loads. */
const IDLE = `new Promise((resolve) => requestIdleCallback(() => requestAnimationFrame(() =>
  requestIdleCallback(() => resolve(document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null)))))`

/** A page that goes elsewhere meanwhile is not idle. */
const isIdle = (page: Page): Promise<boolean> => page.evaluate<boolean>(IDLE).catch(() => false)

/** Until every answer is there and shown. */
export async function settle(page: Page): Promise<void> {
  const open = asked.get(page) ?? new Set()
  const deadline = Date.now() + SETTLED_WITHIN_MS
  const fail = async (): Promise<never> => {
    const waits = [...open].map((each) => each.url()).join(', ')
    const text = await page
      .locator('body')
      .innerText()
      .catch(() => '')
    throw new Error(
      `Never at rest: ${page.url()} waits for ${waits || 'nothing'}, and shows: ${text.slice(0, 500)}`,
    )
  }
  await page.locator('h1').first().waitFor({ timeout: SETTLED_WITHIN_MS }).catch(fail)
  while (open.size > 0 || !(await isIdle(page)) || open.size > 0) {
    if (Date.now() > deadline) await fail()
    await isIdle(page)
  }
}
