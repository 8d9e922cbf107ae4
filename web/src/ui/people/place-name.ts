import { bedside, bedsideThen, wearerLine } from '@carewatch/contracts/messages/wearer-line'
import type { Notification } from '@carewatch/contracts/notifications'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import type { IntlShape } from 'react-intl'
import { dottedInitials } from './dotted-initials.ts'

type Wearer = WearerSummary | null | undefined
type Named = Pick<Notification, 'deviceName' | 'roomName' | 'beaconName' | 'gatewayName' | 'branchName'> & {
  wearer?: Wearer
}

/** Whom it is about; where that is nobody, where it happened: by which watch, else in a room, and by whose tag or sensor, else in a branch. */
export const placeName = (of: Named): string =>
  of.wearer?.name ??
  of.deviceName ??
  ([...new Set([of.roomName, of.beaconName])].filter(Boolean).join(' · ') ||
    (of.gatewayName ?? of.branchName ?? ''))

/** The same to whoever knows the house and to no visitor. */
export const placeInitials = (of: Named): string =>
  of.wearer ? dottedInitials(of.wearer.name) : placeName(of)

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
