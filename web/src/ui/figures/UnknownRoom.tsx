import type { UnknownReason } from '@carewatch/contracts/rooms'
import { FormattedMessage } from 'react-intl'

type Props = { reason: UnknownReason; lastRoom?: string | null | undefined }

/** That nobody knows in which room somebody is, why, and where they were last: neither there nor gone. */
export function UnknownRoom({ reason, lastRoom }: Props) {
  const why = <FormattedMessage key="why" id={`whereabouts.${reason}`} />
  if (!lastRoom) return why
  return <FormattedMessage id="whereabouts.last" values={{ why, room: <bdi key="room">{lastRoom}</bdi> }} />
}
