import { describe, expect, it } from 'vitest'
import { isOfCompany } from '../auth/permission.ts'
import { takes, watchedBy } from './filters.ts'

const COMPANY = '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b'
const DEVICE = '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6c'
const other = COMPANY.replace('5a6b', '5a6d')
const own = (rest: string): string => `partners/${COMPANY}/${rest}`

describe('a filter', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/+', 'a/b', true],
    ['a/+', 'a/b/c', false],
    ['a/#', 'a/b/c', true],
    ['a/#', 'a', true],
    ['a/b/#', 'a', false],
    ['a/+/c', 'a/b/d', false],
    ['+/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['a/b/c', 'a/b', false],
    ['#', 'a/b', true],
  ])('%s takes %s: %s', (filter, topic, isTaken) => expect(takes(filter, topic)).toBe(isTaken))

  it.each([own('#'), own('alarms'), own('devices/+/readings'), own('+')])('%s is of the company', (filter) =>
    expect(isOfCompany(COMPANY, filter)).toBe(true),
  )

  it.each([
    '#',
    '+/#',
    `+/${COMPANY}/#`,
    'partners/#',
    'partners/+/alarms',
    `partners/${COMPANY}`,
    `partners/${COMPANY}#`,
    `partners/${other}/#`,
    `$share/group/${own('#')}`,
    '$SYS/#',
    'live/#',
    'watch/355688120000017/readings',
  ])('%s is not', (filter) => expect(isOfCompany(COMPANY, filter)).toBe(false))
})

describe('what is watched', () => {
  it.each([
    ['alarms alone: nothing', [own('alarms')], [], []],
    ['everything: all', [own('#')], 'all', 'all'],
    ['readings of all', [own('devices/+/readings')], 'all', []],
    ['where all are', [own('devices/+/position')], [], 'all'],
    ['one device', [own(`devices/${DEVICE}/readings`), own(`devices/${DEVICE}/presence`)], [DEVICE], []],
    ['all of one device', [own(`devices/${DEVICE}/#`)], [DEVICE], [DEVICE]],
    ['what is no device', [own('devices/x/readings')], [], []],
    ['one and all', [own(`devices/${DEVICE}/readings`), own('devices/+/readings')], 'all', []],
  ])('%s', (_, filters, devices, located) =>
    expect(watchedBy(COMPANY, filters, 500)).toEqual({ devices, located }),
  )

  it('is all, where more are named than a socket takes', () => {
    const ids = [DEVICE, DEVICE.replace('5a6c', '5a6e')]
    const filters = ids.map((id) => own(`devices/${id}/readings`))
    expect(watchedBy(COMPANY, filters, 1)).toEqual({ devices: 'all', located: [] })
  })
})
