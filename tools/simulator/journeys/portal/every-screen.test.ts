import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScreenName, screens } from '../../../../web/src/shell/navigation.ts'
import { faultsOf, isTooWide } from './axe.ts'
import { looks } from './looks.ts'
import { closedFor, openPaths, opensFor, pathOf, people, type Rows, rowsOf, screenNames } from './places.ts'
import { executablePath } from '../chromium.ts'
import { go, load, openPortal, type Screen, settle, type Portal } from './portal.ts'

/** Some ten screens, on a machine that may have other work. */
const SOME_SCREENS_MS = 200_000

/**
 * Every screen once, shared out over the roles that may open it, and every role in one of the ways of reading.
 * All screens for all roles, in all looks and in longer words, are walked through by `test:all` (tools/simulator/long-journeys).
 */
const shared = new Map<string, ScreenName[]>(people.map(([role]) => [role, []]))
for (const [index, name] of screenNames.entries()) {
  const roles = people.map(([role]) => role).filter((role) => opensFor(role).includes(name))
  shared.get(roles[index % roles.length] ?? 'ADMIN')?.push(name)
}
const visits = people.map(([role, email], index) => {
  const [title, look] = looks[index % looks.length] ?? ['as it is', {}]
  const closed = closedFor(role)
  return {
    role,
    email,
    title,
    look,
    opens: shared.get(role) ?? [],
    closed: closed.slice(index % closed.length).slice(0, 1),
  }
})

/** Whom nobody is: the guide's example. */
const EXAMPLE = '00000000-0000-4000-8000-000000000000'
/** One of each guide, each in one of the ways of reading: a family is not shown whom a house calls. */
const readers = (
  [
    ['relative@demo.test', { figures: 2, chains: 0 }],
    ['supervisor@demo.test', { figures: 3, chains: 5 }],
    ['admin@demo.test', { figures: 3, chains: 5 }],
  ] as const
).map(([email, has], index) => ({ email, look: looks[index]?.[1] ?? {}, ...has }))

describe.skipIf(!executablePath)('every screen', () => {
  let portal: Portal
  let rows: Rows
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
  })
  afterAll(() => portal.close())

  async function faultsAt(screen: Screen, path: string): Promise<string[]> {
    await go(screen, portal.product.httpUrl + path)
    const at = new URL(screen.page.url()).pathname
    return [
      ...(at === path ? [] : [`led to ${at}`]),
      ...(await faultsOf(screen)),
      ...((await isTooWide(screen)) ? ['scrolls sideways'] : []),
      ...screen.complaints.splice(0),
    ]
  }

  async function visit(screen: Screen, paths: readonly string[]): Promise<Record<string, string[]>> {
    const seen: Record<string, string[]> = {}
    for (const path of paths) {
      const faults = await faultsAt(screen, path)
      if (faults.length > 0) seen[path] = faults
    }
    return seen
  }

  it.each(visits)(
    'stands there without a fault for a $role, $title, and one that is not for them says so',
    { timeout: SOME_SCREENS_MS },
    async ({ email, look, opens, closed }) => {
      const screen = await portal.open({ email }, look)
      const paths = opens.map((name) => pathOf(name, rows))
      expect(await visit(screen, paths)).toEqual({})
      for (const name of closed) {
        await go(screen, portal.product.httpUrl + pathOf(name, rows))
        expect([name, new URL(screen.page.url()).pathname]).toEqual([name, '/errors/error-401'])
      }
      await screen.close()
    },
  )

  it.each(readers)(
    'tells $email in the guide, by F1, what they get and press',
    { timeout: SOME_SCREENS_MS },
    async ({ email, look, figures, chains }) => {
      const screen = await portal.open({ email }, look)
      const { page } = screen
      await load(screen, portal.product.httpUrl + screens.invitations.to)
      await page.keyboard.press('F1')
      await page.getByTestId('guide-severity').first().waitFor()
      await settle(page)
      expect(new URL(page.url()).pathname).toBe(screens.guide.to)
      expect([...(await faultsOf(screen)), ...screen.complaints]).toEqual([])
      expect(await isTooWide(screen)).toBe(false)
      expect(await page.getByTestId('guide-severity').count()).toBe(4)
      expect(await page.getByTestId('guide-chain').count()).toBe(chains)
      const drawn = page.getByTestId('guide-figure')
      expect(await drawn.count()).toBe(figures)
      // That it is an example is read before it.
      expect(await drawn.locator('figcaption:first-child').count()).toBe(figures)
      expect(await drawn.locator('[inert] button').count()).toBeGreaterThan(1)
      await screen.close()
    },
  )

  it('counts no example of the guide as an alarm that was shown', async () => {
    const screen = await portal.open({ email: 'supervisor@demo.test' })
    const { page } = screen
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await load(screen, portal.product.httpUrl + screens.guide.to)
    for (const figure of await page.getByTestId('guide-figure').all()) {
      await figure.scrollIntoViewIfNeeded()
      await settle(page)
    }
    // What was drawn before is said no later than that this one is looked at.
    await page.getByTestId('alarm-banner').first().hover()
    await expect.poll(() => sent.filter((frame) => frame.includes('seen')).length).toBeGreaterThan(0)
    expect(sent.filter((frame) => frame.includes(EXAMPLE))).toEqual([])
    await screen.close()
  })

  it(
    'that needs no sign-in opens without one, and any other leads to the sign-in',
    {
      timeout: SOME_SCREENS_MS,
    },
    async () => {
      const screen = await portal.open(null)
      // The link of a device says itself what is wrong with it (wizards.test.ts).
      const paths = openPaths.filter((each) => each !== '/ndr/onboard/device')
      expect(await visit(screen, paths)).toEqual({})
      await go(screen, `${portal.product.httpUrl}/user/overview`)
      expect(new URL(screen.page.url()).pathname).toBe('/auth/login')
      await load(screen, `${portal.product.httpUrl}/no/such/place`)
      expect(await screen.page.locator('h1').count()).toBe(1)
      await screen.close()
    },
  )
})
