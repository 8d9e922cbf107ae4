import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedFor, opensFor, pathOf, people, type Rows, rowsOf } from '../journeys/portal/places.ts'
import { executablePath } from '../journeys/chromium.ts'
import { load, openPortal, type Portal } from '../journeys/portal/portal.ts'

describe.skipIf(!executablePath)('every screen', () => {
  let portal: Portal
  let rows: Rows
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
  })
  afterAll(() => portal.close())

  it.concurrent.each(people)(
    'that a %s may open stands there without a complaint',
    { timeout: 300_000 },
    async (role, email) => {
      const screen = await portal.open({ email })
      for (const name of opensFor(role)) {
        await load(screen, portal.product.httpUrl + pathOf(name, rows))
        expect([name, new URL(screen.page.url()).pathname, screen.complaints]).toEqual([
          name,
          pathOf(name, rows),
          [],
        ])
      }
      await screen.close()
    },
  )

  it.concurrent.each(people)('that is not for a %s says so', { timeout: 300_000 }, async (role, email) => {
    const screen = await portal.open({ email })
    for (const name of closedFor(role)) {
      await load(screen, portal.product.httpUrl + pathOf(name, rows))
      expect([name, new URL(screen.page.url()).pathname]).toEqual([name, '/errors/error-401'])
    }
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
