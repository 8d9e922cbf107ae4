import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Failure } from '../../http/failure.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { toExactWall, toWall } from '../../i18n/wall.ts'
import { useZone } from '../../i18n/ZoneOf.tsx'
import { useNow } from '../../ui/figures/now.ts'
import type { Inputs } from '../../ui/form/inputs.ts'
import { fromEarliest } from './when.ts'
import styles from './Wearers.module.css'

type Field = 'from' | 'until'
type Props = {
  form: Inputs & { failure: Failure | null }
  set: (written: string | null) => void
  name: Field
  label: MessageId
  /** What it is where nobody chooses a time: now, or until somebody ends it. */
  usual: MessageId
  /** What stands there first where somebody does. */
  first: () => Date
}

/** What the server says could be instead; undefined: it says nothing. */
function possibleOf(failure: Failure | null): { at: Date; is: 'Earliest' | 'Latest' } | undefined {
  const { earliest, latest } = failure?.context ?? {}
  if (typeof earliest === 'string') return { at: new Date(earliest), is: 'Earliest' }
  return typeof latest === 'string' ? { at: new Date(latest), is: 'Latest' } : undefined
}

/** What could be instead of what was refused, to be taken by one press. */
function Possible({ failure, set }: Pick<Props['form'], 'failure'> & Pick<Props, 'set'>) {
  const intl = useIntl()
  const zone = useZone()
  const now = useNow()
  const possible = possibleOf(failure)
  if (!possible) return null
  const { at, is } = possible
  const taken = is === 'Earliest' ? fromEarliest(at, now) : at
  const shown = intl.formatDate(taken ?? at, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...((taken ?? at).getUTCSeconds() > 0 && { second: '2-digit' as const }),
    hourCycle: 'h23',
  })
  return (
    <Button variant="default" onClick={() => set(taken && toExactWall(taken, zone))}>
      <span>
        <FormattedMessage id={`wearer.use${is}`} values={{ at: <bdi key="at">{shown}</bdi> }} />
      </span>
    </Button>
  )
}

/** A moment, where it is another than the usual one: what is refused says so beside it, and what could be instead. */
export function MomentChoice({ form, set, name, label, usual, first }: Props) {
  const intl = useIntl()
  const zone = useZone()
  const { value, error, onChange: _, ...input } = form.getInputProps(name)
  const isChosen = value !== null
  const text = intl.formatMessage({ id: label })
  return (
    <div className={styles['moment']}>
      <Radio.Group
        size="md"
        label={text}
        value={isChosen ? 'other' : 'usual'}
        onChange={(picked) => set(picked === 'other' ? toWall(first(), zone) : null)}
        error={isChosen ? undefined : error}
      >
        <Stack gap="xs" my="xs">
          <Radio
            value="usual"
            size="md"
            label={intl.formatMessage({ id: usual })}
            {...(!isChosen && { 'data-path': input['data-path'] as string })}
          />
          <Radio value="other" size="md" label={intl.formatMessage({ id: 'wearer.whenOther' })} />
        </Stack>
      </Radio.Group>
      {isChosen ? (
        <TextInput
          {...input}
          type="datetime-local"
          step="any"
          dir="ltr"
          max="9999-12-31T23:59"
          aria-label={text}
          value={String(value)}
          onChange={({ currentTarget }) => set(currentTarget.value)}
          error={error}
        />
      ) : null}
      {error ? <Possible failure={form.failure} set={set} /> : null}
    </div>
  )
}
