import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedFor, opensFor, pathOf, people, type Rows, rowsOf } from '../journeys/portal/places.ts'
import { executablePath } from '../journeys/chromium.ts'
import { go, openStage, type Stage } from '../journeys/portal/stage.ts'

describe.skipIf(!executablePath)('every screen', () => {
  let stage: Stage
  let rows: Rows
  beforeAll(async () => {
    stage = await openStage()
    rows = await rowsOf(stage)
  })
  afterAll(() => stage.close())

  it.concurrent.each(people)(
    'that a %s may open stands there without a complaint',
    { timeout: 300_000 },
    async (role, email) => {
      const screen = await stage.open({ email })
      for (const name of opensFor(role)) {
        await go(screen, stage.world.httpUrl + pathOf(name, rows))
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
    const screen = await stage.open({ email })
    for (const name of closedFor(role)) {
      await go(screen, stage.world.httpUrl + pathOf(name, rows))
      expect([name, new URL(screen.page.url()).pathname]).toEqual([name, '/errors/error-401'])
    }
    expect(screen.complaints).toEqual([])
    await screen.close()
  })
})
