import { onboardingSubmit } from '@carewatch/contracts/http/onboarding'
import { expect, it } from 'vitest'
import { bodyOf, emptyForm, emptyRow, wrongSteps } from './values.ts'

const form = emptyForm('2026-11-21')
const wrongIn = (values: typeof form): string[] => {
  const { error } = onboardingSubmit.body.safeParse({ ...bodyOf(values), deviceUUID: 'x' })
  return (error?.issues ?? []).map(({ path }) => path.join('.'))
}

it('asks for everything the specification requires', () => {
  const wrong = wrongIn(form)
  expect(wrong).toHaveLength(6 + 8 + 1 + 1)
  expect(wrong).toContain('owner.healthOrganisation')
  expect(wrong).not.toContain('owner.dob')
  expect([...wrongSteps(Object.fromEntries(wrong.map((field) => [field, ''])))]).toEqual([
    'shipping',
    'owner',
    'contactPerson',
    'declaration',
  ])
})

it('asks for the contact person only where it is somebody else', () => {
  const wrongOf = (sameAs: string) =>
    wrongIn({ ...form, contactPerson: { ...form.contactPerson, sameAs } }).filter((field) =>
      field.startsWith('contactPerson'),
    )
  expect(wrongOf('shipping')).toEqual([])
  expect(wrongOf('other')).toHaveLength(4)
})

it('asks for the name, the relation and the address of each contact, beside the device', () => {
  const wrong = wrongIn({ ...form, contacts: [emptyRow] }).filter((field) => field.startsWith('contacts'))
  expect(wrong).toEqual(['contacts.0.name', 'contacts.0.relation', 'contacts.0.email'])
  expect([...wrongSteps({ 'contacts.0.name': '' })]).toEqual(['deviceDetails'])
})
