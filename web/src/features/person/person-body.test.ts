import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { expect, it } from 'vitest'
import { bodyOf, valuesOf } from './person-body.ts'

const nora: UserDetail = {
  uuid: '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b',
  firstName: 'Nora',
  lastName: 'Levi',
  userName: 'nora',
  email: 'nora@example.org',
  role: 'SUPERVISOR',
  userType: 'WATCH',
  contactNumber: '+972501234567',
  countryCode: 'IL',
  imageUrl: null,
  selectedLanguage: 'iw',
  timeZone: 'Asia/Jerusalem',
  quietFrom: '22:00',
  quietTo: '07:00',
  isActive: true,
  supervisor: null,
  company: null,
  branch: null,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  updatedAt: new Date('2026-01-02T00:00:00Z'),
  height: 170,
  weight: null,
  gender: null,
  smoking: 1,
  dob: null,
  address: null,
  mustChangePassword: false,
  hasTwoStep: false,
  hasCodes: false,
  telegram: { userName: null, status: 'NONE' },
  sms: { sendSms: false, hasNumber: true },
  ownedDevices: [],
  relatedDevices: [],
}
const seen = { updatedAt: '2026-01-02T00:00:00.000Z' }
const changed = (change: object) => bodyOf(nora, { ...valuesOf(nora), ...change })

it('sends nothing of a person but what was changed', () => {
  expect(changed({})).toEqual(seen)
  expect(changed({ firstName: 'Nurit' })).toEqual({ firstName: 'Nurit', ...seen })
})

it('clears what was emptied: a name as an empty text, a habit as nothing known', () => {
  expect(changed({ lastName: '', smoking: '', height: '' })).toEqual({
    lastName: '',
    smoking: null,
    height: null,
    ...seen,
  })
})

it('sends a number together with its country, whichever of them was changed', () => {
  expect(changed({ countryCode: 'DE' })).toEqual({
    contactNumber: '+972501234567',
    countryCode: 'DE',
    ...seen,
  })
  expect(changed({ contactNumber: '0507654321' })).toEqual({
    contactNumber: '0507654321',
    countryCode: 'IL',
    ...seen,
  })
})

it('takes up a number that was emptied as nothing: the call says that it cannot be without', () => {
  expect(changed({ contactNumber: '' })).toEqual({ contactNumber: null, ...seen })
})
