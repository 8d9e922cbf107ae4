import type { RoomView } from '@carewatch/contracts/http/rooms'
import { UNSURE_BELOW } from '@carewatch/contracts/rooms'
import { IconMapPinQuestion, IconUser } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { UnknownRoom } from '../../ui/figures/UnknownRoom.tsx'
import styles from './RoomTile.module.css'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

type One = Pick<RoomView['beacons'][number], 'name' | 'deviceType' | 'device' | 'person'>
const isSomebody = ({ device, deviceType }: One): boolean => deviceType === 'TAG' || device !== null

function Who({ one: { name, device, person }, children }: { one: One; children?: ReactNode }) {
  const privacy = useAtomValue(privacyAtom)
  const called = person?.name ?? device?.name ?? name
  return (
    <>
      {person && privacy === 'names' ? (
        <PortraitOf wearer={person} size="word" />
      ) : (
        <IconUser size="1em" aria-hidden />
      )}
      <bdi>{privacy === 'initials' ? dottedInitials(called) : called}</bdi>
      {children}
    </>
  )
}

/** Who is here now, by their tags, and who was here last and may be anywhere. */
export function People({ beacons, unknown }: Pick<RoomView, 'beacons' | 'unknown'>) {
  const [here, lost] = [beacons.filter(isSomebody), (unknown ?? []).filter(isSomebody)]
  if (here.length === 0 && lost.length === 0) return null
  return (
    <ul className={styles['people']}>
      {here.map((one) => (
        <li key={one.uuid}>
          <Who one={one}>
            {one.confidence < UNSURE_BELOW ? (
              <small>
                <FormattedMessage id="whereabouts.unsure" />
              </small>
            ) : null}
          </Who>
        </li>
      ))}
      {lost.map((one) => (
        <li key={one.uuid} className={styles['unknown']}>
          <Who one={one}>
            <IconMapPinQuestion size="1em" aria-hidden />
            <small>
              <UnknownRoom reason={one.reason} />
            </small>
          </Who>
        </li>
      ))}
    </ul>
  )
}
