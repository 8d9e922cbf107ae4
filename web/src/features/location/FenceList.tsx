import { deleteFence, type Fence, newFence } from '@carewatch/contracts/http/fences'
import { Button, Group, Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndShow } from '../../ui/page/done.ts'
import { FenceName } from '../../ui/devices/FenceName.tsx'
import { FocusTitle } from '../../ui/page/FocusTitle.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { StatusMark } from '../../ui/devices/StatusMark.tsx'
import { Metres } from '../../tracks/Metres.tsx'
import { Schedule } from './Schedule.tsx'
import { StandingMark } from './StandingMark.tsx'
import styles from '../../tracks/Stage.module.css'

function Line({ fence, onEdit }: { fence: Fence; onEdit: (() => void) | null }) {
  const { shape, schedule } = fence
  return (
    <li className={styles['card']}>
      <Title order={3} size="h2" className={styles['name']}>
        <FenceName fence={fence} />
      </Title>
      <Group gap="xs">
        <SeverityMark severity={fence.severity} />
        <StatusMark isActive={fence.isActive} />
        {fence.isActive ? <StandingMark standing={fence.standing} /> : null}
      </Group>
      <Text size="sm">
        {shape.kind === 'CIRCLE' ? (
          <FormattedMessage
            id="fence.circleOf"
            values={{ radius: <Metres key="radius" value={shape.radiusM} /> }}
          />
        ) : (
          <FormattedMessage id="fence.lineOf" values={{ n: shape.corners.length }} />
        )}
      </Text>
      <Text size="sm">
        <Schedule schedule={schedule} />
      </Text>
      {onEdit ? (
        <Group>
          <Button variant="default" onClick={onEdit}>
            <FormattedMessage id="action.edit" />
          </Button>
          <Button
            variant="subtle"
            color="red"
            onClick={() => void deleteAndShow(() => call(deleteFence, { params: { uuid: fence.uuid } }))}
          >
            <FormattedMessage id="action.delete" />
          </Button>
        </Group>
      ) : null}
    </li>
  )
}

type Props = {
  fences: readonly Fence[]
  /** After a fence was drawn or left as it was. */
  isBack: boolean
  onEdit: (fence: Fence) => void
  onNew: () => void
}

export function FenceList({ fences, isBack, onEdit, onNew }: Props) {
  const may = useMay()
  const mayChange = may(newFence)
  return (
    <>
      <FocusTitle takesFocus={isBack}>
        <FormattedMessage id="fence.title" values={{ n: fences.length }} />
      </FocusTitle>
      <Text size="sm" c="dimmed">
        <FormattedMessage id="fence.whenAlarm" />
      </Text>
      {fences.length === 0 ? (
        <p>
          <FormattedMessage id="fence.none" />
        </p>
      ) : (
        <ul className={styles['panel']} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {fences.map((fence) => (
            <Line key={fence.uuid} fence={fence} onEdit={mayChange ? () => onEdit(fence) : null} />
          ))}
        </ul>
      )}
      {mayChange ? (
        <Button onClick={onNew}>
          <FormattedMessage id="fence.new" />
        </Button>
      ) : null}
    </>
  )
}
