import { Title } from '@mantine/core'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import type { TimelineStep } from './timeline.ts'
import styles from './AlarmHistory.module.css'

type Step = TimelineStep

function Value({ step: { step, value } }: { step: Step }) {
  if (value === null) return null
  if (step === 'SNOOZED') return <FormattedMessage id="alarms.minutes" values={{ n: value }} />
  return <FormattedNumber value={value} maximumFractionDigits={1} />
}

/** Everything that happened to an alarm, in the order in which it did. */
export function AlarmHistory({ steps }: { steps: readonly Step[] }) {
  return (
    <section>
      <Title order={3} fz="md">
        <FormattedMessage id="alarms.history" />
      </Title>
      <ol className={styles['list']}>
        {steps.map((step) => (
          <li key={`${step.at.getTime()} ${step.step} ${step.user ?? ''}`}>
            <span className={styles['when']}>
              <Moment at={step.at} seconds />
            </span>
            <div>
              <p>
                <span>
                  <FormattedMessage
                    id={`alarms.step.${step.step}`}
                    values={{
                      who: (
                        <bdi key="who">
                          {step.user ?? (
                            <FormattedMessage
                              id={step.step === 'CANCELLED' ? 'alarms.wearer' : 'alarms.system'}
                            />
                          )}
                        </bdi>
                      ),
                    }}
                  />
                  {step.via ? (
                    <>
                      {' · '}
                      <FormattedMessage id={`alarms.channel.${step.via}`} />
                    </>
                  ) : null}
                </span>
                {step.severity && step.step !== 'COMMENTED' ? (
                  <SeverityMark severity={step.severity} />
                ) : null}
                <Value step={step} />
              </p>
              {step.note ? (
                <p className={styles['note']}>
                  <bdi>{step.note}</bdi>
                </p>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
