import { expect, it } from 'vitest'
import type { AlarmKind, Severity } from './alarms.ts'
import { incidentsOf, nextCallOf, named } from './incidents.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds))
const alarm = (uuid: string, kind: AlarmKind, incidentUuid?: string, given: object = {}) => ({
  uuid,
  kind,
  incidentUuid,
  severity: 'CRITICAL' satisfies Severity as Severity,
  acknowledged: false,
  active: true,
  createdAt: at(0),
  ...given,
})
const shape = (items: Parameters<typeof incidentsOf>[0]) =>
  incidentsOf(items).map(({ uuid, all, acknowledged, active }) => ({
    uuid,
    all: all.map((item) => item.uuid),
    acknowledged,
    active,
  }))

it('alarms of one incident stand together where the first of them stands, the gravest first', () => {
  const items = [
    alarm('pulse', 'HEART_RATE', 'ruth'),
    alarm('other', 'FALL'),
    alarm('fall', 'FALL', 'ruth', { createdAt: at(5) }),
    alarm('sos', 'SOS', 'ruth', { createdAt: at(9) }),
  ]
  expect(shape(items)).toEqual([
    { uuid: 'ruth', all: ['sos', 'fall', 'pulse'], acknowledged: false, active: true },
    { uuid: 'other', all: ['other'], acknowledged: false, active: true },
  ])
})

it('one that nobody answered asks for somebody, whatever was taken: and who waits elsewhere for a graver thing goes first', () => {
  const taken = { acknowledged: true }
  const items = [
    alarm('sos', 'SOS', 'ruth', taken),
    alarm('pulse', 'HEART_RATE', 'ruth', { severity: 'HIGH' }),
    alarm('other', 'FALL'),
  ]
  expect(shape(items)).toEqual([
    { uuid: 'other', all: ['other'], acknowledged: false, active: true },
    { uuid: 'ruth', all: ['pulse', 'sos'], acknowledged: false, active: true },
  ])
})

it('is taken when all of it is, goes on while some of it does, and names what is over only where all is', () => {
  const over = { acknowledged: true, active: false }
  const items = [
    alarm('fall', 'FALL', 'ruth', over),
    alarm('pulse', 'HEART_RATE', 'ruth', { acknowledged: true }),
  ]
  expect(shape(items)).toEqual([{ uuid: 'ruth', all: ['pulse', 'fall'], acknowledged: true, active: true }])
  const names = (given: typeof items) => incidentsOf(given).map((each) => named(each).map(({ uuid }) => uuid))
  expect(names(items)).toEqual([['pulse']])
  expect(names(items.map((item) => ({ ...item, ...over })).toReversed())).toEqual([['fall', 'pulse']])
})

it('what the version before tells of names no incident and stands alone, known by its alarm', () => {
  const one = { ...alarm('note', 'SOS'), alarmUuid: 'alarm' }
  expect(shape([one])).toMatchObject([{ uuid: 'alarm', all: ['note'] }])
})

it('says whom the chains of what nobody answered call next, or that there is nobody left', () => {
  const next = (of: Partial<Parameters<typeof nextCallOf>[0]['all'][number]>[]) => {
    const [incident] = incidentsOf(of.map((values, n) => ({ ...alarm(`${n}`, 'SOS', 'ruth'), ...values })))
    return incident && nextCallOf(incident)
  }
  const [soon, later] = [new Date(1_000), new Date(2_000)]
  const nurses = { nextStepAt: later, nextStepWho: ['NURSES'] } as const
  const manager = { nextStepAt: soon, nextStepWho: ['MANAGER'] } as const
  const nobody = { nextStepAt: null, nextStepWho: null }
  expect(next([nurses, manager, nobody])).toEqual({ at: soon, who: ['MANAGER'] })
  expect(next([nurses, { ...manager, acknowledged: true }])).toEqual({ at: later, who: ['NURSES'] })
  expect(next([nobody, nobody])).toBeNull()
  // Answered, over, or as the version before tells it.
  expect(next([{ ...nurses, acknowledged: true }])).toBeUndefined()
  expect(next([{ ...nobody, active: false }])).toBeUndefined()
  expect(next([{}])).toBeUndefined()
})
