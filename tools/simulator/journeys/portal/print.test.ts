import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
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

describe.skipIf(!executablePath)('the report for the doctor on paper', () => {
  let portal: Portal
  beforeAll(async () => {
    portal = await openPortal()
  })
  afterAll(() => portal.close())

  it.each(['en', 'iw', 'ar'] as const)('in %s: a week a page, and all of it there', async (language) => {
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
  })
})
