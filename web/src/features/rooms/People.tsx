import type { RoomView } from '@carewatch/contracts/http/rooms'
import { IconUser } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import { privacyAtom } from '../../preferences/wall-names.ts'
import styles from './RoomTile.module.css'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

/** Who is here now, by their tags. */
export function People({ beacons }: Pick<RoomView, 'beacons'>) {
  const privacy = useAtomValue(privacyAtom)
  const here = beacons.filter(({ device, deviceType }) => deviceType === 'TAG' || device)
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
