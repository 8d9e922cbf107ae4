import { wearers } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath } from '../chromium.ts'
import { go, openPortal, type Look, type Portal, type Screen } from './portal.ts'

const ROW_PX = 44
const LONG = 'Wilhelmina Alexandrina Theodora von Hohenberg-Lichtenstein'

const lists = [
  ['the dashboard', '/admin/dashboard', '[data-testid=alarm-row]'],
  ['the notifications', '/admin/notifications', '[data-testid=alarm-row]'],
  ['the residents', '/people', 'main tbody tr'],
] as const
const looks = [
  ['at a desk', { width: 1440, height: 900 }],
  [
    'on a large screen, right to left and dark',
    { width: 1920, height: 1080, language: 'iw', scheme: 'dark' },
  ],
] as const satisfies readonly (readonly [string, Look])[]

/** Of each row how high it is, its name, how much of the name is cut, and how high what is pressed in it is. */
const READ = (rows: string): string => `[...document.querySelectorAll('${rows}')].map((row) => {
  const name = row.querySelector('a')
  const cut = [name, ...name.querySelectorAll('*'), name.closest('td')].filter(Boolean)
    .some((part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline')
  const answers = [...row.querySelectorAll('button')].filter((button) => button.querySelector('.tabler-icon-check'))
  return { name: name.textContent, height: row.getBoundingClientRect().height, cut,
    answers: answers.map((button) => button.getBoundingClientRect().height) }
})`
type Row = { name: string; height: number; cut: boolean; answers: number[] }

describe.skipIf(!executablePath).each(looks)('a row of a list, %s', (_, look) => {
  let portal: Portal
  let nurse: Screen
  beforeAll(async () => {
    portal = await openPortal()
    await portal.db
      .update(wearers)
      .set({ firstName: LONG, lastName: 'Mizrahi' })
      .where(eq(wearers.lastName, 'Mizrahi'))
    nurse = await portal.open({ email: 'supervisor@demo.test' }, look)
  })
  afterAll(() => portal.close())

  it.each(lists)(
    'of %s is no higher than a button; a longer name stands whole',
    async (_list, path, rows) => {
      await go(nurse, portal.product.httpUrl + path)
      await nurse.page.locator(rows).first().waitFor()
      const read = await nurse.page.evaluate<Row[]>(READ(rows))
      expect(read.length).toBeGreaterThan(0)
      expect(read.filter(({ cut }) => cut)).toEqual([])
      expect(read.filter(({ name, height }) => height > ROW_PX && !name.includes(LONG))).toEqual([])
      expect(read.flatMap(({ answers }) => answers).filter((height) => height < ROW_PX)).toEqual([])
    },
  )

  it('leaves no complaint of the browser', () => expect(nurse.complaints).toEqual([]))
})
