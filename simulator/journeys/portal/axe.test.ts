import { afterAll, beforeAll, describe, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { openPaths, pathOf, type Rows, rowsOf, screenNames } from './places.ts'
import { executablePath, go, type Look, openStage, type Screen, type Stage } from './stage.ts'

/** Some fifty screens, on a machine that may have other work. */
const WHOLE_PORTAL_MS = 400_000

/** Every way of reading that people have, few at a time: each screen is looked at in all of them, two side by side. */
const looks: [string, Look][] = [
  ['light, English, desktop', {}],
  ['dark, Hebrew, phone', { scheme: 'dark', language: 'iw', width: 390, height: 844 }],
  ['light, Arabic, 320 px, large text', { language: 'ar', width: 320, height: 640, fontSize: 'large' }],
  ['dark, Russian, desktop, large text', { scheme: 'dark', language: 'ru', fontSize: 'large' }],
]

/** Reflow (WCAG 1.4.10): nothing makes the whole page scroll sideways. */
const isTooWide = ({ page }: Screen): Promise<boolean> =>
  page.evaluate<boolean>(
    `[document.documentElement, document.querySelector('main')].some((part) => part && part.scrollWidth > part.clientWidth + 1)`,
  )

describe.skipIf(!executablePath)('accessibility', () => {
  let stage: Stage
  let rows: Rows
  beforeAll(async () => {
    stage = await openStage()
    rows = await rowsOf(stage)
  })
  afterAll(() => stage.close())

  describe.concurrent.each(looks)('%s', (_, look) => {
    it('has no fault on any screen', { timeout: WHOLE_PORTAL_MS }, async ({ expect }) => {
      const seen: Record<string, string[]> = {}
      const visit = async (screen: Screen, paths: readonly string[]) => {
        for (const path of paths) {
          await go(screen, stage.world.httpUrl + path)
          const faults = await faultsOf(screen)
          if (await isTooWide(screen)) faults.push('scrolls sideways')
          if (faults.length > 0) seen[path] = faults
        }
        await screen.close()
      }
      const paths = screenNames.map((name) => pathOf(name, rows))
      const family = [
        '/user/overview',
        '/user/dashboard',
        '/user/notifications',
        '/user/devices',
        '/user/settings',
      ]
      await visit(
        await stage.open({ email: 'admin@demo.test' }, look),
        paths.filter((path) => !['/user/notifications', '/user/devices'].includes(path)),
      )
      await visit(await stage.open({ email: 'owner@demo.test' }, look), family)
      await visit(await stage.open(null, look), openPaths)
      expect(seen).toEqual({})
    })
  })
})
