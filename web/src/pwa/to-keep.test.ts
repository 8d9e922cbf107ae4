import { expect, it } from 'vitest'
import { toKeep, writtenKey } from './to-keep.ts'

const ours = new Uint8Array([4, 251, 255, 62, 63]).buffer
const key = writtenKey(ours)
const here = { permission: 'granted', madeFor: ours, owner: 'mum' } as const
const asked = { user: 'mum', key }

it('a key is written as the portal writes it', () => {
  expect(key).toBe('BPv_Pj8')
})

it('the server is told again of a browser that is told of alarms', () => {
  expect(toKeep(here, asked)).toBe('register')
})

it.each([undefined, null, new Uint8Array([1]).buffer])(
  'a subscription that is lost or of other keys is made anew',
  (madeFor) => {
    expect(toKeep({ ...here, madeFor }, asked)).toBe('renew')
  },
)

it.each(['somebody else', null])("alarms of one person are not told at another's sign-in", (owner) => {
  expect(toKeep({ ...here, owner }, asked)).toBe('forget')
  expect(toKeep({ ...here, owner, madeFor: undefined }, asked)).toBe('nothing')
})

it('nothing is asked of a browser that was told no, or of a portal without keys', () => {
  expect(toKeep({ ...here, permission: 'denied' }, asked)).toBe('nothing')
  expect(toKeep(here, { ...asked, key: null })).toBe('nothing')
})
