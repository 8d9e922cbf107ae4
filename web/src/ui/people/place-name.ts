import { bedside, bedsideThen, wearerLine } from '@carewatch/contracts/messages/wearer-line'
import type { Notification } from '@carewatch/contracts/notifications'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import type { IntlShape } from 'react-intl'

type Wearer = WearerSummary | null | undefined
type Named = Pick<Notification, 'deviceName' | 'roomName' | 'beaconName' | 'gatewayName'> & {
  wearer?: Wearer
}

/** Whom it is about; where that is nobody, where it happened: by which watch, else in a room, and by whose tag or sensor. */
export const placeName = ({ wearer, deviceName, roomName, beaconName, gatewayName }: Named): string =>
  wearer?.name ?? deviceName ?? ([roomName, beaconName].filter(Boolean).join(' · ') || (gatewayName ?? ''))

/** Who wears it; the watch itself only where nobody does. */
export const wornBy = ({ wearer, name }: { wearer?: Wearer; name: string }): string => wearer?.name ?? name

/** "room 201, bed 2". */
export const bedsideOf = (intl: IntlShape, wearer: Wearer): string =>
  wearer ? bedside((id, values) => intl.formatMessage({ id }, values), wearer) : ''

/** Where they lay when it happened, where they lie elsewhere by now. */
export const bedsideThenOf = (intl: IntlShape, wearer: Wearer): string =>
  wearer ? bedsideThen((id, values) => intl.formatMessage({ id }, values), wearer) : ''

/** What begins with a name would take the name's direction. */
const directionOf = ({ locale }: IntlShape): string => (/^(?:he|ar)\b/u.test(locale) ? '\u200f' : '\u200e')

/** The same in one line, for a title: "Ruth Cohen, room 201, bed 2". */
export const lineOf = (intl: IntlShape, { wearer, name }: { wearer?: Wearer; name: string }): string =>
  wearer ? directionOf(intl) + wearerLine((id, values) => intl.formatMessage({ id }, values), wearer) : name
