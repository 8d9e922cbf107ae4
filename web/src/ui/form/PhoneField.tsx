import { Group, Select, TextInput } from '@mantine/core'
import {
  AsYouType,
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { Ltr } from '../figures/Ltr.tsx'
import type { Field } from './fields.ts'
import type { InputProps, Inputs } from './inputs.ts'

const HOME_COUNTRY: CountryCode = 'IL'
const LONGEST = 40

const isCountry = (text: unknown): text is CountryCode => (getCountries() as unknown[]).includes(text)

const LEADING_ZEROS = /^\s*0[0\s-]*/

/** As the interface reads it (api/src/http/phone.ts): two zeros that stand before no country are only zeros. */
function read(text: string, country: CountryCode): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(text, country)
  if (number?.isValid()) return number
  const bare = parsePhoneNumberFromString(text.replace(LEADING_ZEROS, ''), country)
  return bare?.isValid() ? bare : number
}

/** The number without its dial code and leading zeros. */
const national = (text: string, country: CountryCode): string => read(text, country)?.nationalNumber ?? text

type Props = {
  field: Extract<Field, { kind: 'phone' }>
  inputProps: InputProps & { label: string }
  inputs: Inputs
}

function useCountries() {
  const intl = useIntl()
  return useMemo(
    () =>
      getCountries()
        .map((value) => ({
          value,
          label: `${intl.formatDisplayName(value, { type: 'region' }) ?? value} +${getCountryCallingCode(value)}`,
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, intl.locale)),
    [intl],
  )
}

/** A number in whatever form one writes it; what is kept is shown below. Where the call has no country, the number is kept with its dial code. */
export function PhoneField({ field, inputProps, inputs }: Props) {
  const intl = useIntl()
  const countries = useCountries()
  const { value, onChange, label, disabled, ...rest } = inputProps
  const kept = String(value ?? '')
  const ofForm = field.country ? inputs.getInputProps(field.country) : null
  const [chosen, setChosen] = useState<CountryCode>(parsePhoneNumberFromString(kept)?.country ?? HOME_COUNTRY)
  const country = ofForm && isCountry(ofForm.value) ? ofForm.value : chosen
  const [typed, setTyped] = useState(national(kept, country))
  const number = read(typed, country)

  const keep = (text: string, of: CountryCode) => {
    const found = read(text, of)
    setTyped(text)
    onChange(found && !ofForm ? found.number : text)
    if (!found?.country || found.country === of) return
    setChosen(found.country)
    ofForm?.onChange(found.country)
  }
  const pick = (code: string | null) => {
    if (!isCountry(code)) return
    setChosen(code)
    ofForm?.onChange(code)
    keep(typed, code)
  }
  return (
    <Group align="flex-start" gap="xs" grow preventGrowOverflow={false} wrap="wrap">
      <Select
        label={intl.formatMessage({ id: 'phone.country' })}
        data={countries}
        value={country}
        onChange={pick}
        searchable
        disabled={disabled}
        miw="9rem"
        style={{ flex: '1 1 9rem' }}
      />
      <TextInput
        {...rest}
        label={label}
        disabled={disabled}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        maxLength={LONGEST}
        style={{ flex: '2 1 11rem' }}
        value={typed}
        onChange={({ currentTarget }) => keep(currentTarget.value, country)}
        onBlur={() => number?.isValid() && setTyped(new AsYouType(country).input(number.nationalNumber))}
        {...(number?.isValid() && { description: <Ltr>{number.formatInternational()}</Ltr> })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </Group>
  )
}
