import { expect, it } from 'vitest'
import { asPainted, rowsShown } from './steady.ts'

const steady = { keyOf: ({ key }: { key: string; at: number }) => key }
const [one, two, three] = ['one', 'two', 'three'].map((key) => ({ key, at: 0 }))
const some = (...entries: (typeof one)[]) => entries.flatMap((entry) => (entry ? [entry] : []))

it('keeps each where it was painted, as it is by now; what is new stands behind, and what is gone is gone', () => {
  const moved = { key: 'one', at: 1 }
  expect(asPainted(some(one, two), some(two, three, moved), steady)).toEqual(some(moved, two, three))
  expect(asPainted(some(one, two), some(two), steady)).toEqual(some(two))
})

it('keeps of an entry what is to stay', () => {
  const stay = (painted: { at: number }, { key }: { key: string }) => ({ key, at: painted.at })
  expect(asPainted([{ key: 'one', at: 0 }], [{ key: 'one', at: 1 }], { ...steady, stay })).toEqual([
    { key: 'one', at: 0 },
  ])
})

it('lets whoever is first by now stand below whoever stands there', () => {
  expect(rowsShown(['a'], 'a', null)).toEqual(['a'])
  expect(rowsShown(['a'], 'b', 'a')).toEqual(['a', 'b'])
  expect(rowsShown(['a', 'b'], 'a', 'b')).toEqual(['a', 'b'])
})

it('exchanges the last of three, and never the one that is touched', () => {
  expect(rowsShown(['a', 'b', 'c'], 'd', 'a')).toEqual(['a', 'b', 'd'])
  expect(rowsShown(['a', 'b', 'c'], 'd', 'c')).toEqual(['a', 'b', 'c', 'd'])
})
