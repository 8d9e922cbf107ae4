import { deleteRoom, updateRoom } from '@carewatch/contracts/http/rooms'
import { acknowledgeAlarm } from '@carewatch/contracts/http/alarms'
import { markAlertsDone } from '@carewatch/contracts/http/interactions'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndShow } from '../../ui/page/done.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { answerAlarm } from './answer.ts'
import { Links } from './Links.tsx'
import { People } from './People.tsx'
import { RoomFacts } from './RoomFacts.tsx'
import type { EvaluatedRoom, WallAlarm } from './room-state.ts'
import styles from './RoomTile.module.css'
import { StateMark } from './StateMark.tsx'
import { WorstLine } from './WorstLine.tsx'

function Acknowledge({ alarm, onDone }: { alarm: WallAlarm; onDone: () => Promise<void> }) {
  const [saving, setSaving] = useState(false)
  const take = async () => {
    setSaving(true)
    await answerAlarm(alarm)
    await onDone()
    setSaving(false)
  }
  return (
    <Button
      fullWidth
      mih={44}
      loading={saving}
      leftSection={<IconCheck size={20} aria-hidden />}
      onClick={() => void take()}
    >
      <FormattedMessage id="action.acknowledge" />
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
  const waiting = alarms.find(({ acknowledged }) => !acknowledged)
  return (
    <li
      className={styles['tile']}
      data-state={state}
      data-waiting={waiting !== undefined}
      data-testid="room-tile"
    >
      <div className={styles['head']}>
        <h2>
          <bdi>{room.name}</bdi>
        </h2>
        <StateMark state={state} />
        <Menu evaluated={evaluated} />
      </div>
      <WorstLine alarms={alarms} />
      <People beacons={room.beacons} />
      <RoomFacts room={room} />
      <div className={styles['foot']}>
        <Links room={room} />
        {room.status ? <bdi className={styles['status']}>{room.status}</bdi> : null}
      </div>
      {waiting && may(acknowledgeAlarm) ? <Acknowledge alarm={waiting} onDone={onChange} /> : null}
    </li>
  )
}
