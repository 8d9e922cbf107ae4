import type { ChainStep } from '@carewatch/contracts/escalation'
import type { Reached } from '@carewatch/contracts/http/escalation'
import { FormattedMessage, useIntl } from 'react-intl'
import { durationText } from '../figures/duration.ts'
import { ReachedPeople } from './ReachedPeople.tsx'
import styles from './Steps.module.css'

type Props = { steps: readonly ChainStep[]; recipients: readonly (readonly Reached[])[] | undefined }

function When({ afterSeconds }: Pick<ChainStep, 'afterSeconds'>) {
  const intl = useIntl()
  if (afterSeconds === 0) return <FormattedMessage id="escalation.atOnce" />
  return (
    <FormattedMessage
      id="escalation.after"
      values={{ time: <bdi key="time">{durationText(intl, afterSeconds)}</bdi> }}
    />
  )
}

function Channels({ channels }: Pick<ChainStep, 'channels'>) {
  const intl = useIntl()
  const messages = channels.filter((channel) => channel !== 'IN_APP')
  const named = messages.length > 0 ? messages : (['IN_APP'] as const)
  return (
    <>
      {intl.formatList(
        named.map((channel) => intl.formatMessage({ id: `alarms.channel.${channel}` })),
        { type: 'unit' },
      )}
    </>
  )
}

/** The steps of a chain from the first to the last; with whom they would reach, where that was asked. */
export function Steps({ steps, recipients }: Props) {
  const intl = useIntl()
  return (
    <ol className={styles['steps']}>
      {steps.map((step, index) => (
        <li key={step.afterSeconds}>
          <b>
            <When afterSeconds={step.afterSeconds} />
          </b>
          <span>
            {intl.formatList(
              step.who.map((who) => intl.formatMessage({ id: `escalation.who.${who}` })),
              { type: 'conjunction' },
            )}
          </span>
          <small>
            <Channels channels={step.channels} />
          </small>
          {recipients ? <ReachedPeople step={step} people={recipients[index] ?? []} /> : null}
        </li>
      ))}
    </ol>
  )
}
