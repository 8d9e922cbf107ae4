import { LiveRequest } from '@carewatch/contracts/events'
import { expect, it } from 'vitest'
import { watchOf } from './watch-of.ts'

it('is understood by the server also where more devices are on the screen than one may watch', () => {
  const many = Array.from(
    { length: 700 },
    (_, of) => `0192f0a0-0000-7000-8000-${String(of).padStart(12, '0')}`,
  )
  const request = watchOf({ devices: many, located: many })
  expect(LiveRequest.parse(request)).toEqual(request)
  expect(request.devices.at(0)).toBe(many.at(0))
})
