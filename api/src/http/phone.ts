import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { InvalidFields } from './invalid-fields.ts'

/** As numbers are kept: `+` and digits only, and the country they belong to. */
export type Phone = { contactNumber: string; countryCode: string }

const HOME_COUNTRY = 'IL'
const LONGEST = 40
const LEADING_ZEROS = /^\s*0[0\s-]*/

/** A number as people write it: local with its leading zeros, or with a dial code, with spaces and dashes. `undefined`: no number of that country. */
export function parsePhone(text: string, country: string = HOME_COUNTRY): Phone | undefined {
  if (text.length > LONGEST || !isSupportedCountry(country)) return undefined
  const read = (as: string) => parsePhoneNumberFromString(as, { defaultCountry: country, extract: false })
  // Two zeros are dialled before a country; where that gives no number, they are only zeros.
  const number = [read(text), read(text.replace(LEADING_ZEROS, ''))].find((one) => one?.isValid())
  if (!number) return undefined
  return { contactNumber: number.number, countryCode: number.country ?? country }
}

/** The same, refused by the name of its field. */
export function requirePhone(
  text: string,
  { country, field }: { country?: string | undefined; field: string },
): Phone {
  const phone = parsePhone(text, country)
  if (!phone) throw new InvalidFields({ [field]: 'phone' })
  return phone
}
