import { deleteRoom, updateRoom } from '@carewatch/contracts/http/rooms'
import { takeIncident } from '@carewatch/contracts/http/incidents'
import { markAlertsDone } from '@carewatch/contracts/http/interactions'
import type { Incident } from '@carewatch/contracts/incidents'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndShow } from '../../ui/page/done.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { take } from '../../live/acknowledge.ts'
import { Links } from './Links.tsx'
import { LastHere, People } from './People.tsx'
import { RoomFacts } from './RoomFacts.tsx'
import { type EvaluatedRoom, incidentsIn, type WallAlarm } from './room-state.ts'
import styles from './RoomTile.module.css'
import { StateMark } from './StateMark.tsx'
import { WhoOfAlarm, WorstLine } from './WorstLine.tsx'

type Answering = {
  incident: Incident<WallAlarm>
  /** What it is of, where others in the room wait too. */
  of: WallAlarm | null
  onDone: () => Promise<void>
}

function Acknowledge({ incident, of, onDone }: Answering) {
  const [saving, setSaving] = useState(false)
  const answer = async () => {
    setSaving(true)
    const waiting = incident.all.filter(({ acknowledged }) => !acknowledged)
    await take(
      incident.uuid,
      waiting.map(({ notification, uuid }) => notification?.alarmUuid ?? uuid),
    )
    await onDone()
    setSaving(false)
  }
  return (
    <Button
      fullWidth
      mih={44}
      loading={saving}
      leftSection={<IconCheck size={20} aria-hidden />}
      onClick={() => void answer()}
    >
      {of === null ? (
        <FormattedMessage id="action.acknowledge" />
      ) : (
        // One text: what holds a button's words lays out each part by itself.
        <span>
          <FormattedMessage id="rooms.takeOf" values={{ name: <WhoOfAlarm key="name" alarm={of} /> }} />
        </span>
      )}
    </Button>
  )
}

function Menu({ evaluated: { room } }: { evaluated: EvaluatedRoom }) {
  const may = useMay()
  const { uuid } = room
  return (
    <RowMenu
      of={room.name}
      actions={[
        // The room's own: an alarm of a watch is closed by whoever sees to its wearer.
        may(markAlertsDone) &&
          room.alarms.length > 0 && {
            label: 'rooms.markDone',
            run: () => openDialog('markAlertsDoneForm', { room: uuid }),
          },
        may(updateRoom) && { label: 'action.edit', run: () => openDialog('addBLTRoom', { uuid }) },
        may(deleteRoom) && {
          label: 'action.delete',
          isDangerous: true,
          run: () => void deleteAndShow(() => call(deleteRoom, { params: { uuid } })),
        },
      ]}
    />
  )
}

type Props = { evaluated: EvaluatedRoom; onChange: () => Promise<void> }

export function RoomTile({ evaluated, onChange }: Props) {
  const may = useMay()
  const { room, state, alarms } = evaluated
  const incidents = incidentsIn(evaluated)
  const waiting = incidents.filter(({ acknowledged }) => !acknowledged)
  const shown = waiting.length > 1 ? waiting : incidents.slice(0, 1)
  const others = alarms.length - shown.flatMap(({ all }) => all).length
  return (
    <li
      className={styles['tile']}
      data-state={state}
      data-waiting={waiting.length > 0}
      data-testid="room-tile"
    >
      <div className={styles['head']}>
        <h2>
          <bdi>{room.name}</bdi>
        </h2>
        <StateMark state={state} />
        <Menu evaluated={evaluated} />
      </div>
      {shown.map((incident) => (
        <WorstLine key={incident.uuid} incident={incident} />
      ))}
      {others > 0 ? (
        <small className={styles['more']}>
          <FormattedMessage id="rooms.moreAlarms" values={{ n: others }} />
        </small>
      ) : null}
      <People beacons={room.beacons} />
      <LastHere lastHere={room.lastHere} />
      <RoomFacts room={room} />
      <div className={styles['foot']}>
        <Links room={room} />
        {room.status ? <bdi className={styles['status']}>{room.status}</bdi> : null}
      </div>
      {may(takeIncident)
        ? waiting.map((incident) => (
            <Acknowledge
              key={incident.uuid}
              incident={incident}
              of={waiting.length > 1 ? incident.first : null}
              onDone={onChange}
            />
          ))
        : null}
    </li>
  )
}
