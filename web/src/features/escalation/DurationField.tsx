import { NumberInput } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './DurationField.module.css'

const MINUTE = 60

type Props = {
  label: MessageId
  seconds: number
  onChange: (seconds: number) => void
  error?: string | undefined
  /** The path by which a form finds it to put the focus there. */
  path: string
}

const figure = (typed: number | string): number => (typeof typed === 'number' ? Math.max(0, typed) : 0)

/** So many minutes and seconds. */
export function DurationField({ label, seconds, onChange, error, path }: Props) {
  const intl = useIntl()
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE]
  const part = { min: 0, allowDecimal: false, allowNegative: false, hideControls: true, dir: 'ltr' } as const
  return (
    <fieldset className={styles['duration']} aria-describedby={error ? `${path}-error` : undefined}>
      <legend>{intl.formatMessage({ id: label })}</legend>
      <div>
        <NumberInput
          {...part}
          data-path={path}
          max={1_440}
          label={intl.formatMessage({ id: 'escalation.minutes' })}
          value={minutes}
          onChange={(typed) => onChange(figure(typed) * MINUTE + rest)}
          error={error !== undefined}
        />
        <NumberInput
          {...part}
          max={59}
          label={intl.formatMessage({ id: 'escalation.seconds' })}
          value={rest}
          onChange={(typed) => onChange(minutes * MINUTE + figure(typed))}
          error={error !== undefined}
        />
      </div>
      {error ? (
        <p id={`${path}-error`} className={styles['error']}>
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
