import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedFor, openPaths, opensFor, pathOf, people, type Rows, rowsOf } from './places.ts'
import { executablePath, go, openStage, type Stage } from './stage.ts'

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

  it('that needs no sign-in opens without one', async () => {
    const screen = await stage.open(null)
    // The link of a device says itself what is wrong with it (wizards.test.ts).
    for (const path of openPaths.filter((each) => each !== '/ndr/onboard/device')) {
      await go(screen, stage.world.httpUrl + path)
      expect([path, new URL(screen.page.url()).pathname, screen.complaints]).toEqual([path, path, []])
    }
    await screen.close()
  })

  it('behind the sign-in leads a stranger to the sign-in, and an unknown address to the 404 page', async () => {
    const screen = await stage.open(null)
    await go(screen, `${stage.world.httpUrl}/user/overview`)
    expect(new URL(screen.page.url()).pathname).toBe('/auth/login')
    await go(screen, `${stage.world.httpUrl}/no/such/place`)
    expect(await screen.page.locator('h1').count()).toBe(1)
    await screen.close()
  })
})
