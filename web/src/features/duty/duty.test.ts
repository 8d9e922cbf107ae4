import { describe, expect, it } from 'vitest'
import { spanOf } from './quick.ts'

const zone = 'Asia/Jerusalem'
const at = (text: string) => new Date(text)

describe('a shift that is picked', () => {
  it('is eight hours from now', () => {
    const now = at('2026-11-21T10:00:00Z')
    expect(spanOf('nowFor8', now, zone)).toEqual({ from: now, to: at('2026-11-21T18:00:00Z') })
  })

  it('is tonight by the clocks of the branch', () => {
    expect(spanOf('tonight', at('2026-11-21T10:00:00Z'), zone)).toEqual({
      from: at('2026-11-21T21:00:00Z'),
      to: at('2026-11-22T05:00:00Z'),
    })
  })

  it('is what is left of the night that has begun, and lasts an hour longer when the clocks go back', () => {
    const now = at('2026-10-24T22:30:00Z')
    expect(spanOf('tonight', now, zone)).toEqual({ from: now, to: at('2026-10-25T05:00:00Z') })
  })
})
