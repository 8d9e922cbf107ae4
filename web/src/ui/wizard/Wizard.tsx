import { Button, Group } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { around, type Stage } from './stages.ts'
import styles from './Wizard.module.css'

type Props = {
  stages: readonly Stage[]
  at: string
  onMove: (id: string) => void
  /** In the place of Next at the last stage; left out there, nothing follows. */
  finish?: ReactNode
}

function Tabs({ stages, at, onMove }: Props) {
  const intl = useIntl()
  const { shown, index } = around(stages, at)
  return (
    <ol className={styles['tabs']} aria-label={intl.formatMessage({ id: 'wizard.steps' })}>
      {shown.map(({ id, title, isWrong }, place) => (
        <li key={id}>
          <button
            type="button"
            className={styles['tab']}
            aria-current={place === index ? 'step' : undefined}
            disabled={place > index && !isWrong}
            data-done={place < index}
            onClick={() => onMove(id)}
          >
            <span className={styles['number']}>
              {isWrong ? <IconAlertTriangleFilled size={16} aria-hidden /> : intl.formatNumber(place + 1)}
            </span>
            <FormattedMessage id={title} />
            {isWrong ? (
              <span className={styles['wrong']}>
                <FormattedMessage id="wizard.wrong" />
              </span>
            ) : null}
          </button>
        </li>
      ))}
    </ol>
  )
}

/** One stage at a time, with Previous, Skip and Next; what is filled in stays where it is while one walks. */
export function Wizard({ stages, at, onMove, finish }: Props) {
  const { stage, previous, next } = around(stages, at)
  const [isLeaving, setLeaving] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const walked = useRef(at)
  // Before anybody sees the stage: whoever goes on by keys at once would be taken back from their field.
  useLayoutEffect(() => {
    if (walked.current !== at) body.current?.focus()
    walked.current = at
  }, [at])
  if (!stage) return null
  const goOn = async () => {
    setLeaving(true)
    const mayLeave = (await stage.leave?.()) ?? true
    setLeaving(false)
    if (mayLeave && next) onMove(next.id)
  }
  return (
    <div className={styles['wizard']}>
      <Tabs stages={stages} at={at} onMove={onMove} />
      <div ref={body} tabIndex={-1} className={styles['body']}>
        {stage.show()}
      </div>
      <Group justify="flex-end">
        {previous ? (
          <Button variant="default" onClick={() => onMove(previous.id)}>
            <FormattedMessage id="wizard.previous" />
          </Button>
        ) : null}
        {stage.canSkip && next ? (
          <Button variant="subtle" onClick={() => onMove(next.id)}>
            <FormattedMessage id="wizard.skip" />
          </Button>
        ) : null}
        {next ? (
          <Button loading={isLeaving} onClick={() => void goOn()}>
            <FormattedMessage id="wizard.next" />
          </Button>
        ) : (
          finish
        )}
      </Group>
    </div>
  )
}
