import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { isTooWide } from './axe.ts'
import { go, openPortal, type Portal } from './portal.ts'

/** A sheet of A4 without its margins, in the pixels of a browser. */
const PAPER = { width: 703, height: 1032 }
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0

/** What of a sheet is not on the paper. */
const CUT_OFF = `[...document.querySelectorAll('[data-testid=sheet]')].flatMap((sheet) => {
  const box = sheet.getBoundingClientRect()
  return [...sheet.querySelectorAll('*')].filter((part) => {
    const { left, right, bottom, width } = part.getBoundingClientRect()
    return width > 0 && (left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 1)
  }).map((part) => part.tagName + ' ' + (part.textContent ?? '').slice(0, 60))
})`

describe.skipIf(!executablePath)('on paper', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  it.each(['en', 'iw', 'ar'] as const)(
    'the report for the doctor, in %s: a week a page, and all of it there',
    async (language) => {
      const screen = await portal.open({ email: 'owner@demo.test' }, { language, ...PAPER })
      const { page } = screen
      await go(screen, `${portal.product.httpUrl}/user/report?weeks=2`)
      const sheets = page.getByTestId('sheet')
      const medians = await sheets.first().getByRole('table').first().getByRole('row').allTextContents()
      expect(medians.filter((row) => /\d/.test(row)).length).toBeGreaterThanOrEqual(4)
      expect(await sheets.first().locator('svg, canvas').count()).toBeGreaterThanOrEqual(3)
      const pdf = await page.pdf({ preferCSSPageSize: true })
      expect([await sheets.count(), pagesOf(pdf)]).toEqual([2, 2])
      await page.emulateMedia({ media: 'print' })
      expect(await page.evaluate(CUT_OFF)).toEqual([])
      expect(await page.getByRole('navigation').isVisible()).toBe(false)
      expect(screen.complaints).toEqual([])
      await screen.close()
    },
  )

  it.each(['en', 'iw'] as const)(
    'the guide, too, in %s: its text and its examples, and no menu',
    async (language) => {
      const screen = await portal.open({ email: 'supervisor@demo.test' }, { language, ...PAPER })
      const { page } = screen
      await go(screen, `${portal.product.httpUrl}/user/guide`)
      await page.emulateMedia({ media: 'print' })
      expect(await isTooWide(screen)).toBe(false)
      expect(await page.getByTestId('guide-severity').first().isVisible()).toBe(true)
      expect(await page.getByTestId('guide-figure').last().isVisible()).toBe(true)
      expect(await page.getByTestId('guide-chain').last().isVisible()).toBe(true)
      // The one that is real: the example stands after it.
      expect(await page.getByTestId('alarm-banner').first().isVisible()).toBe(false)
      expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBeLessThanOrEqual(4)
      await screen.close()
    },
  )
})
