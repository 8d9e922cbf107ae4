import { describe, expect, it } from 'vitest'
import { spanOf } from './span.ts'

/** In Riga it is half past midnight of the 30th of March, and the clocks went forward the night before. */
const NOW = new Date('2026-03-29T21:30Z')
const RIGA = 'Europe/Riga'
const spans = (search: Parameters<typeof spanOf>[0], now = NOW) => {
  const { from, to } = spanOf(search, now, RIGA)
  return [from.toISOString(), to.toISOString()]
}

describe('the days of a person', () => {
  it('today begins at midnight where they live, and is never too short to see anything', () => {
    expect(spans({})).toEqual(['2026-03-29T21:00:00.000Z', '2026-03-29T22:00:00.000Z'])
    expect(spans({ span: 'today' }, new Date('2026-03-30T12:00Z'))).toEqual([
      '2026-03-29T21:00:00.000Z',
      '2026-03-30T12:00:00.000Z',
    ])
  })

  it('seven and thirty days are whole ones, today included', () => {
    expect(spans({ span: '7d' })[0]).toBe('2026-03-23T22:00:00.000Z')
    expect(spans({ span: '30d' })[0]).toBe('2026-02-28T22:00:00.000Z')
  })

  it('days of one’s own are whole too, in either order, and end now at the latest', () => {
    const whole = ['2026-03-27T22:00:00.000Z', '2026-03-29T21:00:00.000Z']
    expect(spans({ span: 'own', from: '2026-03-28', to: '2026-03-29' })).toEqual(whole)
    expect(spans({ span: 'own', from: '2026-03-29', to: '2026-03-28' })).toEqual(whole)
    expect(spans({ span: 'own', from: '2026-03-29' })).toEqual(['2026-03-28T22:00:00.000Z', whole[1]])
    expect(spans({ span: 'own', from: '2026-03-28', to: '2027-01-01' })).toEqual([
      whole[0],
      NOW.toISOString(),
    ])
    expect(spans({ span: 'own', from: '2027-01-01' })[0]).toBe('2026-03-29T21:00:00.000Z')
  })

  it('and no more of them than one can take away', () => {
    const [from = '', to = ''] = spans({ span: 'own', from: '2001-01-01', to: '2026-03-29' })
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(400 * 86_400_000)
  })

  it('without days of one’s own it is today', () => {
    expect(spans({ span: 'own' })).toEqual(spans({}))
  })
})
