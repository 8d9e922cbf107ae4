import { describe, expect, it } from 'vitest'
import { parsePhone } from './phone.ts'

describe('a phone number', () => {
  it.each([
    ['050-123 4567', undefined],
    ['501234567', undefined],
    ['972501234567', undefined],
    ['+972 50 123 4567', undefined],
    ['+972 (0)50-1234567', undefined],
    ['00972501234567', undefined],
    ['00501234567', undefined],
    ['00 50-123-4567', undefined],
    ['000501234567', undefined],
    ['+972501234567', 'LV'],
  ])('%s is kept in its international form (default country %s)', (text, country) => {
    expect(parsePhone(text, country)).toEqual({ contactNumber: '+972501234567', countryCode: 'IL' })
  })

  it.each([
    ['2123 4567', 'LV', '+37121234567', 'LV'],
    ['0176 12345678', 'DE', '+4917612345678', 'DE'],
    ['+37121234567', undefined, '+37121234567', 'LV'],
  ])('%s with the country %s is %s', (text, country, contactNumber, countryCode) => {
    expect(parsePhone(text, country)).toEqual({ contactNumber, countryCode })
  })

  it.each([
    ['', undefined],
    ['nurse', undefined],
    ['12', undefined],
    ['call 0501234567 now', undefined],
    ['0501234567', 'XX'],
    ['0'.repeat(400), undefined],
    ['050123456789012', undefined],
  ])('%s is none (country %s)', (text, country) => {
    expect(parsePhone(text, country)).toBeUndefined()
  })
})
