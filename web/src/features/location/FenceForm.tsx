import { severities } from '@carewatch/contracts/alarms'
import { FENCE_RADIUS_MAX_M, FENCE_RADIUS_MIN_M } from '@carewatch/contracts/fences'
import { FENCE_NAME_MAX } from '@carewatch/contracts/http/fences'
import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Switch,
  TextInput,
} from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { FocusTitle } from '../../ui/page/FocusTitle.tsx'
import { CornerFields } from './CornerFields.tsx'
import type { FenceDraft } from './fence-draft.ts'
import { PlaceFields } from './PlaceFields.tsx'
import styles from '../../tracks/Stage.module.css'

export type Errors = Readonly<Record<string, string>>
type Change = (change: Partial<FenceDraft>) => void
type Part = { draft: FenceDraft; change: Change; errors: Errors }

const A_SUNDAY = Date.UTC(2026, 10, 22, 12)
const DAY_MS = 86_400_000

function ShapeFields({ draft, change, errors }: Part) {
  const intl = useIntl()
  return (
    <>
      <SegmentedControl
        aria-label={intl.formatMessage({ id: 'fence.shape' })}
        data={(['CIRCLE', 'POLYGON'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `fence.shape.${value}` }),
        }))}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'CIRCLE' ? (
        <>
          <NumberInput
            label={intl.formatMessage({ id: 'fence.radius' })}
            description={intl.formatMessage({ id: 'fence.radiusHint' }, { min: FENCE_RADIUS_MIN_M })}
            value={draft.radiusM}
            onChange={(typed) => change({ radiusM: typeof typed === 'number' ? typed : '' })}
            min={FENCE_RADIUS_MIN_M}
            max={FENCE_RADIUS_MAX_M}
            step={50}
            allowDecimal={false}
            clampBehavior="none"
            error={errors['shape.radiusM']}
          />
          <PlaceFields
            value={draft.centre}
            onChange={(centre) => change({ centre })}
            errors={{ lat: errors['shape.centre.lat'], lng: errors['shape.centre.lng'] }}
          />
        </>
      ) : (
        <CornerFields
          corners={draft.corners}
          onChange={(corners) => change({ corners })}
          error={errors['shape.corners']}
        />
      )}
    </>
  )
}

function ScheduleFields({ draft, change, errors }: Part) {
  const intl = useIntl()
  const time = (name: 'from' | 'to') => ({
    type: 'time',
    dir: 'ltr' as const,
    label: intl.formatMessage({ id: `fence.${name}` }),
    value: draft[name],
    error: errors[`schedule.${name}`],
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) =>
      change({ [name]: currentTarget.value }),
  })
  return (
    <>
      <Switch
        label={intl.formatMessage({ id: 'fence.always' })}
        checked={draft.isAlways}
        onChange={({ currentTarget }) => change({ isAlways: currentTarget.checked })}
      />
      {draft.isAlways ? null : (
        <>
          <Checkbox.Group
            label={intl.formatMessage({ id: 'fence.days' })}
            value={draft.days}
            onChange={(days) => change({ days })}
            error={errors['schedule.days']}
          >
            <div className={styles['bar']}>
              {Array.from({ length: 7 }, (_, day) => (
                <Checkbox
                  key={day}
                  size="md"
                  value={String(day)}
                  label={intl.formatDate(A_SUNDAY + day * DAY_MS, { weekday: 'short', timeZone: 'UTC' })}
                />
              ))}
            </div>
          </Checkbox.Group>
          <div className={styles['pair']}>
            <TextInput {...time('from')} />
            <TextInput {...time('to')} />
          </div>
        </>
      )}
    </>
  )
}

type Props = Part & { isNew: boolean; saving: boolean; onSave: () => void; onCancel: () => void }

export function FenceForm({ draft, change, errors, isNew, saving, onSave, onCancel }: Props) {
  const intl = useIntl()
  const part = { draft, change, errors }
  return (
    <form
      className={styles['card']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <FocusTitle>
        <FormattedMessage id={isNew ? 'fence.new' : 'fence.edit'} />
      </FocusTitle>
      <TextInput
        label={intl.formatMessage({ id: 'fence.name' })}
        withAsterisk
        maxLength={FENCE_NAME_MAX}
        value={draft.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={errors['name']}
      />
      <ShapeFields {...part} />
      <Select
        label={intl.formatMessage({ id: 'fence.severity' })}
        data={severities.map((value) => ({ value, label: intl.formatMessage({ id: `severity.${value}` }) }))}
        value={draft.severity}
        onChange={(severity) => severity && change({ severity })}
      />
      <ScheduleFields {...part} />
      <Switch
        label={intl.formatMessage({ id: 'fence.active' })}
        checked={draft.isActive}
        onChange={({ currentTarget }) => change({ isActive: currentTarget.checked })}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          <FormattedMessage id="action.cancel" />
        </Button>
        <Button type="submit" loading={saving}>
          <FormattedMessage id="action.save" />
        </Button>
      </Group>
    </form>
  )
}
