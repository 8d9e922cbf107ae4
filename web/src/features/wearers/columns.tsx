import type { Wearer } from '@carewatch/contracts/http/wearers'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import { createdAtColumn, namedColumn } from '../../ui/list/common-columns.tsx'
import { Portrait } from '../../ui/people/Portrait.tsx'
import { nameOf } from './names.ts'
import { StayMark } from './StayMark.tsx'
import styles from './Wearers.module.css'

export const ToCheck = () => (
  <span className={styles['check']}>
    <FormattedMessage id="wearers.toCheck" />
  </span>
)

const placeOf = ({ room, bed }: Wearer): string => [room?.name, bed].filter(Boolean).join(', ')

export function RoomAndBed({ wearer: { room, bed } }: { wearer: Wearer }) {
  if (!room && !bed) return <span>—</span>
  return (
    <>
      {room ? <bdi>{room.name}</bdi> : null}
      {room && bed ? ' · ' : null}
      {bed ? <FormattedMessage id="wearer.inBed" values={{ bed: <bdi key="bed">{bed}</bdi> }} /> : null}
    </>
  )
}

/** What somebody wears, each leading to the watch. */
const Worn = ({ devices }: Pick<Wearer, 'devices'>) =>
  devices.length === 0 ? (
    <FormattedMessage id="wearer.wearsNothing" />
  ) : (
    devices.map(({ uuid, name }, at) => (
      <span key={uuid}>
        {at > 0 ? ', ' : null}
        <LinkText to="/user/device/$uuid" params={{ uuid }} fw={450}>
          <bdi>{name}</bdi>
        </LinkText>
      </span>
    ))
  )

const Who = ({ wearer }: { wearer: Wearer }) => (
  <span className={styles['who']}>
    <Portrait name={nameOf(wearer)} imageUrl={wearer.imageUrl} size="row" />
    <span>
      <LinkText to="/people/$uuid" params={{ uuid: wearer.uuid }}>
        <bdi>{nameOf(wearer)}</bdi>
      </LinkText>
      {wearer.toCheck ? (
        <>
          {' '}
          <ToCheck />
        </>
      ) : null}
    </span>
  </span>
)

export const columns: readonly Column<Wearer>[] = [
  {
    id: 'name',
    title: 'users.name',
    sort: 'name',
    text: nameOf,
    show: (wearer) => <Who wearer={wearer} />,
  },
  {
    id: 'room',
    title: 'wearer.roomAndBed',
    sort: 'room',
    text: placeOf,
    show: (wearer) => <RoomAndBed wearer={wearer} />,
  },
  {
    id: 'devices',
    title: 'wearer.wears',
    text: ({ devices }) => devices.map(({ name, imei }) => `${name} ${imei}`).join(', '),
    show: ({ devices }) => <Worn devices={devices} />,
  },
  {
    id: 'status',
    title: 'list.status',
    sort: 'status',
    text: ({ status }) => status,
    show: (wearer) => <StayMark wearer={wearer} />,
  },
  { ...namedColumn('branch', 'users.branch') },
  { ...namedColumn('company', 'users.company'), isExtra: true },
  {
    id: 'dob',
    title: 'users.dob',
    text: ({ dob }) => dob,
    show: ({ dob }) => (dob ? <FormattedDate value={dob} timeZone="UTC" dateStyle="medium" /> : '—'),
    isExtra: true,
  },
  createdAtColumn,
]

/** A family lives in no branch that it would look for. */
export const ownColumns = columns.map((column) =>
  column.id === 'branch' ? { ...column, isExtra: true } : column,
)
