import type { FacetName } from '@carewatch/contracts/fleet'
import { batteryBands, messageBands, NOWHERE, settingsBands, silenceBands } from '@carewatch/contracts/fleet'
import type { IntlShape } from 'react-intl'
import type { MessageId } from '../../../i18n/messages.ts'
import type { KnownFacet } from './known-facets.ts'

export const facetTitles: Record<FacetName, MessageId> = {
  company: 'devices.company',
  branch: 'devices.branch',
  deviceModel: 'devices.model',
  firmware: 'devices.firmware',
  silence: 'fleet.silence',
  battery: 'devices.battery',
  settings: 'fleet.settings',
  messages: 'fleet.messages',
}

/** Bands stand in their own order, places and models by how many there are. */
const bands: Partial<Record<FacetName, readonly string[]>> = {
  silence: silenceBands,
  battery: batteryBands,
  settings: settingsBands,
  messages: messageBands,
}

export const inOwnOrder = ({ name, values }: KnownFacet): KnownFacet['values'] => {
  const order = bands[name]
  return order
    ? values.toSorted((one, other) => order.indexOf(one.value) - order.indexOf(other.value))
    : values
}

const bandId = (name: FacetName, value: string): MessageId | undefined => {
  const silence = silenceBands.find((each) => each === value)
  const battery = batteryBands.find((each) => each === value)
  const settings = settingsBands.find((each) => each === value)
  const messages = messageBands.find((each) => each === value)
  if (name === 'silence' && silence) return `fleet.silence.${silence}`
  if (name === 'battery' && battery) return `fleet.battery.${battery}`
  if (name === 'settings' && settings) return `fleet.settings.${settings}`
  return name === 'messages' && messages ? `fleet.messages.${messages}` : undefined
}

/** A value of a facet as people read it. */
export function valueText(
  intl: IntlShape,
  facet: FacetName,
  { value, name }: { value: string; name: string | null },
): string {
  const id = bandId(facet, value)
  if (id) return intl.formatMessage({ id })
  if (value === NOWHERE && (facet === 'company' || facet === 'branch' || facet === 'firmware'))
    return intl.formatMessage({ id: `fleet.none.${facet}` })
  return name ?? value
}
