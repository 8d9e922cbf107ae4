import { expect, it } from 'vitest'
import { aNotification } from '../../live/a-notification.ts'
import { aroundOf } from './around.ts'

const at = (time: string) => new Date(`2026-03-01T${time}Z`)
const pulse = aNotification({ kind: 'HEART_RATE', metric: 'heartRate', createdAt: at('12:00:00') })

it('the graph is that of the vital, from half an hour before until now', () => {
  const around = aroundOf([aNotification(), pulse], at('13:10:00'))
  expect(around?.graph.name).toBe('heartRate')
  expect(around?.span).toEqual({ from: at('11:30:00'), to: at('13:10:00') })
})

it('a pressure shows both', () => {
  const around = aroundOf([{ ...pulse, kind: 'BLOOD_PRESSURE', metric: 'diastolic' }], at('12:10:00'))
  expect(around?.graph.metrics).toEqual(['systolic', 'diastolic'])
})

it('of what was closed it ends half an hour later', () => {
  const closed = { ...pulse, openedAt: at('12:00:00'), closedAt: at('12:20:00') }
  expect(aroundOf([closed], at('20:00:00'))?.span.to).toEqual(at('12:50:00'))
})

it('a call for help, a door, a silent watch have none', () => {
  expect(aroundOf([aNotification()], at('12:10:00'))).toBeNull()
})
