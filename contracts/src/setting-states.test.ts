import { describe, expect, it } from 'vitest'
import { type LastSending, settingStateOf, type WholeSettings } from './setting-states.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 10, minute))
const whole: WholeSettings = {
  revision: 3,
  reportedRevision: null,
  reportedAt: null,
  sentRevision: 3,
  sentAt: at(1),
}
const last: LastSending = {
  revision: 3,
  sentAt: at(2),
  answeredAt: null,
  isTaken: null,
  isReadBack: false,
}
const stateOf = (sending: Partial<LastSending>, changedIn = 3) =>
  settingStateOf({ ...last, ...sending }, whole, { changedIn, confirms: true, isChosen: true }).state

describe('where a setting is', () => {
  it.each([
    ['SENT', {}],
    ['ACKNOWLEDGED', { isTaken: true }],
    ['READ_BACK', { isTaken: true, isReadBack: true }],
    ['DIFFERS', { isTaken: false, isReadBack: true }],
    ['REFUSED', { isTaken: false }],
    ['LEFT', { sentAt: null }],
  ] as const)('%s', (state, sending) => {
    expect(stateOf(sending)).toBe(state)
  })

  it('waits as soon as it is changed, whatever came of the value before', () => {
    expect(stateOf({ isTaken: true, isReadBack: true, answeredAt: at(3) }, 4)).toBe('WAITING')
    expect(stateOf({ isTaken: true }, 2)).toBe('ACKNOWLEDGED')
  })

  it('waits after a reset, though nobody changed it ever', () => {
    expect(stateOf({ revision: 0, sentAt: null }, 0)).toBe('WAITING')
  })

  it('is by the whole where it has no state of its own', () => {
    const of = (more: Partial<WholeSettings>, confirms = true, isChosen = true) =>
      settingStateOf(undefined, { ...whole, ...more }, { changedIn: 1, confirms, isChosen })
    expect(of({ sentRevision: 2 }).state).toBe('WAITING')
    expect(of({})).toEqual({ state: 'SENT', sentAt: at(1), answeredAt: null })
    expect(of({ reportedRevision: 3, reportedAt: at(4) })).toMatchObject({
      state: 'ACKNOWLEDGED',
      answeredAt: at(4),
    })
    expect(of({ reportedRevision: 3 }, false).state).toBe('SENT')
    // Nothing is sent of what nobody chose, so nothing is on the watch.
    expect(of({ reportedRevision: 3, reportedAt: at(4) }, true, false).state).toBe('LEFT')
  })
})
