import type { RoomView } from '@carewatch/contracts/http/rooms'
import { IconUser, IconUserQuestion } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import { privacyAtom } from '../../preferences/wall-names.ts'
import styles from './RoomTile.module.css'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

type Tag = Pick<RoomView['beacons'][number], 'deviceType' | 'device'>
const isOfSomebody = ({ device, deviceType }: Tag): boolean => deviceType === 'TAG' || device !== null

/** Who was here last, and nobody knows where they are now: never as if they were here. */
export function LastHere({ lastHere = [] }: Pick<RoomView, 'lastHere'>) {
  const privacy = useAtomValue(privacyAtom)
  const gone = lastHere.filter(isOfSomebody)
  if (gone.length === 0) return null
  return (
    <ul className={styles['lastHere']} data-testid="last-here">
      {gone.map(({ uuid, name, device, person, unknown }) => {
        const called = person?.name ?? device?.name ?? name
        return (
          <li key={uuid}>
            <IconUserQuestion size="1em" aria-hidden />
            <span>
              <FormattedMessage
                id={`rooms.lastHere.${unknown}`}
                values={{
                  name: <bdi key="name">{privacy === 'initials' ? dottedInitials(called) : called}</bdi>,
                }}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Who is here now, by their tags. */
export function People({ beacons }: Pick<RoomView, 'beacons'>) {
  const privacy = useAtomValue(privacyAtom)
  const here = beacons.filter(isOfSomebody)
  if (here.length === 0) return null
  return (
    <ul className={styles['people']}>
      {here.map(({ uuid, name, device, person }) => {
        const called = person?.name ?? device?.name ?? name
        return (
          <li key={uuid}>
            {person && privacy === 'names' ? (
              <PortraitOf wearer={person} size="word" />
            ) : (
              <IconUser size="1em" aria-hidden />
            )}
            <bdi>{privacy === 'initials' ? dottedInitials(called) : called}</bdi>
          </li>
        )
      })}
    </ul>
  )
}
