import { expect, it } from 'vitest'
import { stepBars } from './steps.ts'

const zone = 'Asia/Jerusalem'
const at = (text: string) => new Date(`2026-11-${text}+02:00`)
const point = (text: string, value: number) => ({ time: at(text), value })

it('are what each hour added to the counter, which begins anew at midnight', () => {
  const points = [
    point('25T22:10:00', 4000),
    point('25T22:50:00', 4100),
    point('25T23:30:00', 4150),
    point('26T00:20:00', 30),
    point('26T00:40:00', 50),
  ]
  const span = { from: at('25T22:00:00'), to: at('26T02:00:00') }
  expect(stepBars(points, span, zone)).toEqual([
    point('25T22:30:00', 100),
    point('25T23:30:00', 50),
    point('26T00:30:00', 50),
  ])
})

it('are what each day came to, in a week', () => {
  const points = [point('20T08:00:00', 900), point('20T21:00:00', 5200), point('22T21:00:00', 3100)]
  const span = { from: at('20T00:00:00'), to: at('27T00:00:00') }
  expect(stepBars(points, span, zone)).toEqual([point('20T12:00:00', 5200), point('22T12:00:00', 3100)])
})
