import { expect, it } from 'vitest'
import { isDoubtfulImei } from './check-digit.ts'

/** The example of GSMA's TS.06, annex A, and one made by the formula. */
const RIGHT = ['490154203237518', '355688120000016']

it.each(RIGHT)('takes %s for what stands on a watch', (imei) => {
  expect(isDoubtfulImei(imei)).toBe(false)
})

it.each(RIGHT)(
  'finds each single digit of %s that was mistyped, and two neighbours that changed places',
  (imei) => {
    const digits = Array.from(imei)
    const mistyped = digits.flatMap((digit, at) =>
      Array.from('0123456789')
        .filter((other) => other !== digit)
        .map((other) => digits.with(at, other).join('')),
    )
    const swapped = digits.slice(1).flatMap((digit, at) => {
      const before = digits[at] ?? ''
      // Luhn's formula does not tell 09 from 90.
      const isSeen = digit !== before && !['09', '90'].includes(before + digit)
      return isSeen
        ? [
            digits
              .with(at, digit)
              .with(at + 1, before)
              .join(''),
          ]
        : []
    })
    const wrong = [...mistyped, ...swapped].filter((each) => !each.startsWith('00'))
    expect(wrong.length).toBeGreaterThan(130)
    expect(wrong.filter((each) => !isDoubtfulImei(each))).toEqual([])
  },
)

it.each(['000001234567890', '12345', '', '35568812000001x'])(
  'says nothing of %j, which never had one',
  (imei) => {
    expect(isDoubtfulImei(imei)).toBe(false)
  },
)
