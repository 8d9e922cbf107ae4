import { afterAll, beforeAll, describe, it } from 'vitest'
import { faultsOf, isTooWide } from '../journeys/portal/axe.ts'
import { looks } from '../journeys/portal/looks.ts'
import { openPaths, pathOf, type Rows, rowsOf, screenNames } from '../journeys/portal/places.ts'
import { executablePath } from '../journeys/chromium.ts'
import { load, openPortal, type Screen, type Portal } from '../journeys/portal/portal.ts'

/** Some fifty screens, on a machine that may have other work. */
const WHOLE_PORTAL_MS = 400_000

describe.skipIf(!executablePath)('accessibility', () => {
  let portal: Portal
  let rows: Rows
  beforeAll(async () => {
    portal = await openPortal()
    rows = await rowsOf(portal)
  })
  afterAll(() => portal.close())

  describe.concurrent.each(looks)('%s', (_, look) => {
    it('has no fault on any screen', { timeout: WHOLE_PORTAL_MS }, async ({ expect }) => {
      const seen: Record<string, string[]> = {}
      const visit = async (screen: Screen, paths: readonly string[]) => {
        for (const path of paths) {
          await load(screen, portal.product.httpUrl + path)
          const faults = await faultsOf(screen)
          if (await isTooWide(screen)) faults.push('scrolls sideways')
          if (faults.length > 0) seen[path] = faults
        }
        await screen.close()
      }
      const views = ['vitals', 'vitals&span=own', 'places'].map(
        (view) => `${pathOf('wearer', rows)}?view=${view}`,
      )
      const paths = [...screenNames.map((name) => pathOf(name, rows)), ...views]
      const family = [
        '/user/overview',
        '/user/dashboard',
        '/user/notifications',
        '/user/devices',
        '/user/settings',
      ]
      await visit(
        await portal.open({ email: 'admin@demo.test' }, look),
        paths.filter((path) => !['/user/notifications', '/user/devices'].includes(path)),
      )
      await visit(await portal.open({ email: 'owner@demo.test' }, look), family)
      await visit(await portal.open(null, look), openPaths)
      expect(seen).toEqual({})
    })
  })
})
