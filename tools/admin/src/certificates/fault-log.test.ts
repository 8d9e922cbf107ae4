import { describe, expect, it } from 'vitest'
import { createFaultLog } from './fault-log.ts'

describe('what is wrong with a certificate', () => {
  it('is logged when it begins, when it changes, and once a minute while it lasts', () => {
    const logged: string[] = []
    const note = createFaultLog((fault) => logged.push(fault))
    note('no key', 0)
    note('no key', 5_000)
    note('no key', 59_999)
    expect(logged).toEqual(['no key'])
    note('no key', 60_000)
    expect(logged).toEqual(['no key', 'no key'])
    note('expired', 65_000)
    expect(logged).toEqual(['no key', 'no key', 'expired'])
  })

  it('is logged at once where it comes back', () => {
    const logged: string[] = []
    const note = createFaultLog((fault) => logged.push(fault))
    note('no key', 0)
    note(undefined, 5_000)
    note('no key', 10_000)
    expect(logged).toEqual(['no key', 'no key'])
  })
})
