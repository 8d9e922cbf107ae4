import { allDevices, deviceDetail } from '@carewatch/contracts/http/devices'
import { history } from '@carewatch/contracts/http/readings'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { expect, it } from 'vitest'
import { addressOf } from './address.ts'

it('writes a moment in a path as milliseconds', () => {
  const address = addressOf(history, {
    imei: '352099001700208',
    measurement: 'heartRate',
    time: new Date(1_000),
  })
  expect(address).toBe('/api/readings/352099001700208/heartRate/1000')
})

it('leaves out what was not asked for and writes yes and no in words', () => {
  const query = { size: 10, search: '', alertType: undefined, unassigned: true }
  expect(addressOf(allTasks, { time: new Date(0) }, query)).toBe('/api/tasks/all/0?size=10&unassigned=true')
  expect(addressOf(allDevices)).toBe('/api/devices/all')
})

it('lets no text break out of its place in the path', () => {
  expect(() => addressOf(deviceDetail, { uuid: '../../auth/logout' })).toThrow(/uuid/i)
})
