import { Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Loaded } from './load.ts'
import styles from './Wearers.module.css'

type Assignment = Loaded['assignments'][number]

function Line({
  assignment: { device, startedAt, endedAt, end, startedBy, endedBy },
}: {
  assignment: Assignment
}) {
  const by = endedAt ? endedBy : startedBy
  return (
    <li>
      <div className={styles['line']}>
        <b>
          <bdi>{device.name}</bdi>
        </b>
        <span className={styles['quiet']}>
          <Ltr>{device.imei}</Ltr>
          {end ? <FormattedMessage id={`assignmentEnd.${end}`} /> : null}
          {by ? <bdi>{by}</bdi> : null}
        </span>
      </div>
      <span>
        <FormattedMessage
          id={endedAt ? 'wearer.fromTo' : 'wearer.since'}
          values={{
            at: <Moment key="at" at={startedAt} />,
            from: <Moment key="from" at={startedAt} />,
            to: endedAt ? <Moment key="to" at={endedAt} /> : null,
          }}
        />
      </span>
    </li>
  )
}

/** Which watches somebody wore, the newest first. */
export function HistorySection({ assignments }: Pick<Loaded, 'assignments'>) {
  return (
    <Section title="wearer.history">
      {assignments.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="wearer.noHistory" />
        </Text>
      ) : null}
      <ol className={styles['lines']}>
        {assignments.map((assignment) => (
          <Line key={assignment.uuid} assignment={assignment} />
        ))}
      </ol>
    </Section>
  )
}
