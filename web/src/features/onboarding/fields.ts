import type { Field } from '../../ui/form/fields.ts'

type Section = 'shipping' | 'owner' | 'contactPerson'

const text = (
  section: Section,
  name: 'firstName' | 'lastName' | 'streetAddress' | 'city' | 'healthOrganisation' | 'idNumber',
  rest: { autoComplete?: string; half?: boolean; maxLength?: number; ltr?: boolean } = {},
): Field => ({
  kind: 'text',
  name: `${section}.${name}`,
  label: `onboard.${name}`,
  required: true,
  maxLength: 100,
  ...rest,
})

const names = (section: Section): Field[] => [
  text(section, 'firstName', { half: true, autoComplete: `section-${section} given-name` }),
  text(section, 'lastName', { half: true, autoComplete: `section-${section} family-name` }),
]

const address = (section: Section): Field[] => [
  text(section, 'streetAddress', { autoComplete: `section-${section} street-address`, maxLength: 200 }),
  text(section, 'city', { half: true, autoComplete: `section-${section} address-level2` }),
]

const reached = (section: Section): Field[] => [
  {
    kind: 'text',
    type: 'email',
    name: `${section}.email`,
    label: 'onboard.email',
    required: true,
    half: true,
    maxLength: 254,
    autoComplete: `section-${section} email`,
  },
  { kind: 'phone', name: `${section}.phone`, label: 'onboard.phone', required: true },
]

export const shippingFields: readonly Field[] = [
  ...names('shipping'),
  ...address('shipping'),
  ...reached('shipping'),
]

export const ownerFields = (today: string): readonly Field[] => [
  ...names('owner'),
  { kind: 'date', name: 'owner.dob', label: 'onboard.dob', hint: 'onboard.dateHint', half: true, max: today },
  text('owner', 'idNumber', { half: true, ltr: true, maxLength: 32 }),
  text('owner', 'healthOrganisation'),
  ...address('owner'),
  ...reached('owner'),
]

export const contactPersonFields: readonly Field[] = [...names('contactPerson'), ...reached('contactPerson')]
