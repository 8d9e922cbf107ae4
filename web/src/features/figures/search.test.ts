import { expect, it } from 'vitest'
import { asked, FiguresSearch, isBetween } from './search.ts'

const [from, to] = ['2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z']
const days = ({ from: begin, to: end }: ReturnType<typeof asked>) =>
  (end.getTime() - begin.getTime()) / 86_400_000

it('asks for the week that a letter names, whenever it is opened', () => {
  const search = FiguresSearch.parse({ from, to })
  expect(isBetween(search)).toBe(true)
  expect(asked(search)).toEqual({ from: new Date(from), to: new Date(to) })
})

it('asks for the last days where the address names no span, half of one, or none that there is', () => {
  const half = FiguresSearch.parse({ days: 7, from, to: 'yesterday' })
  for (const search of [{}, half, { from: to, to: from }]) expect(isBetween(search)).toBe(false)
  expect([days(asked({})), days(asked(half)), days(asked({ from: to, to: from }))]).toEqual([28, 7, 28])
})
