import type { Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clippedIn, textsOf } from '../journeys/portal/page-faults.ts'
import { openPaths, opensFor, pathOf, type Rows, rowsOf } from '../journeys/portal/places.ts'
import { PSEUDO, servePseudo } from './pseudo.ts'
import { executablePath } from '../journeys/chromium.ts'
import { load, openPortal, type Screen, type Portal } from '../journeys/portal/portal.ts'

/** Some sixty screens, on a machine that may have other work. */
const WALK_MS = 400_000
const widths = [1366, 768, 320]

/** Said alike in every language: names of things, formats and keys. */
const NAMES = new Set(
  'Carewatch Ctrl English Deutsch Latviešu Français IMEI IMSI CSV GPS SOS PDF Telegram ILS Natural Earth TELEGRAM BOT TOKEN'.split(
    ' ',
  ),
)
/** What only programs say to each other. */
const ENUM = /^[A-Z_]+$/
const FIGURES = /(?:[\dA-F]{2}:){5}[\dA-F]{2}|⟦[^⟧]*⟧/g
const INITIALS = /^[A-Z]{2}$/
/** The table of the library says this of its arrows, and lets nobody say it otherwise. */
const FOREIGN = /^(Not sorted|Sorted (a|de)scending)$/
const LATIN = /[A-Za-zÀ-ž]{2,}/g
const wordsIn = (text: string): string[] => text.match(LATIN) ?? []

/** What the server sent in its answers: names, addresses, texts that people wrote. */
function listenForData(page: Page) {
  const words = new Set<string>()
  const pending: Promise<void>[] = []
  const keep = async (response: Response) => {
    const text = await response.text().catch(() => '')
    // Safe: read for its strings only.
    JSON.stringify(text.startsWith('{') ? (JSON.parse(text) as unknown) : null, (key, value: unknown) => {
      if (typeof value === 'string' && (key === 'code' || !ENUM.test(value)))
        wordsIn(value).forEach((word) => words.add(word))
      return value
    })
  }
  page.on('response', (response) => {
    if (response.url().includes('/api/')) pending.push(keep(response))
  })
  return async () => {
    await Promise.all(pending.splice(0))
    return words
  }
}

const foreignIn = (text: string, data: ReadonlySet<string>): boolean =>
  !INITIALS.test(text) &&
  !FOREIGN.test(text) &&
  wordsIn(text.replaceAll(FIGURES, ' ')).some((word) => !data.has(word) && !NAMES.has(word))

describe.skipIf(!executablePath)('in a language whose words are longer', () => {
  let portal: Portal
  let rows: Rows
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
  })
  afterAll(() => portal.close())

  async function faultsAt(screen: Screen, path: string, readData: ReturnType<typeof listenForData>) {
    const { page } = screen
    const faults = new Set<string>()
    await page.setViewportSize({ width: 1366, height: 768 })
    await load(screen, portal.product.httpUrl + path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 768 })
      for (const fault of await clippedIn(page)) faults.add(`${width}: ${fault}`)
      if (width !== widths.at(0) && width !== widths.at(-1)) continue
      const data = await readData()
      for (const text of await textsOf(page))
        if (foreignIn(text, data)) faults.add(`not in the dictionary: ${text.trim().slice(0, 90)}`)
    }
    return [...faults]
  }

  async function walk(email: string | null, paths: readonly string[]) {
    const screen = await portal.open(email === null ? null : { email }, { language: PSEUDO })
    // What all share, and those of the sign-in page, of the homes and of all other screens.
    expect(await servePseudo(screen.page.context())).toBe(4)
    const readData = listenForData(screen.page)
    const seen: Record<string, string[]> = {}
    for (const path of paths) {
      const faults = await faultsAt(screen, path, readData)
      if (faults.length > 0) seen[path] = faults
    }
    await screen.close()
    return seen
  }

  /** Whoever sees most, and of an owner what looks different. */
  it.concurrent.each([
    ['an administrator', 'admin@demo.test', opensFor('ADMIN')],
    ['an owner', 'owner@demo.test', ['overview', 'location', 'device', 'settings']],
  ] as const)('%s reads every text whole', { timeout: WALK_MS }, async (_, email, names) => {
    expect(
      await walk(
        email,
        names.map((name) => pathOf(name, rows)),
      ),
    ).toEqual({})
  })

  it('a stranger reads every text whole', { timeout: WALK_MS }, async () => {
    expect(await walk(null, openPaths)).toEqual({})
  })
})
