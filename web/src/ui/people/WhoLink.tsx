import type { Notification } from '@carewatch/contracts/notifications'
import { Link } from '@tanstack/react-router'
import { placeName } from './place-name.ts'
import { Who } from './Who.tsx'

type Props = { notification: Notification; className?: string }

/** Leads to the vitals of whom it is about: by the watch it might be another's by now. */
export function WhoLink({ notification, className }: Props) {
  const { wearer, deviceUuid } = notification
  const name = <Who wearer={wearer} name={placeName(notification)} />
  if (wearer)
    return (
      <Link
        to="/people/$uuid"
        params={{ uuid: wearer.uuid }}
        search={{ view: 'vitals' }}
        className={className}
      >
        {name}
      </Link>
    )
  return (
    <Link to="/user/monitoring" search={{ device: deviceUuid ?? undefined }} className={className}>
      {name}
    </Link>
  )
}
