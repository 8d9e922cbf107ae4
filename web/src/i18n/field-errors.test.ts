import { NewDevice } from '@carewatch/contracts/http/devices'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { fieldErrors } from './field-errors.ts'

const messages = {
  'field.required': 'is required',
  'field.invalid': 'is not valid',
  'field.tooLong': 'is too long',
}
// Safe: only these three texts are asked for here.
const intl = createIntl({ locale: 'en', messages: messages as never })

it('says of each field what is wrong with it, and nothing of those that are right', () => {
  const values = { imei: '123', imsi: '', name: 'x'.repeat(33), deviceModel: 'B2316' }
  expect(fieldErrors(intl, NewDevice, values)).toEqual({
    imei: 'is not valid',
    imsi: 'is required',
    name: 'is too long',
  })
})

it('finds nothing wrong with a device that the server would take', () => {
  const values = { imei: '352099001700208', imsi: '425', name: 'Mum', deviceModel: 'B2316' }
  expect(fieldErrors(intl, NewDevice, values)).toEqual({})
})
