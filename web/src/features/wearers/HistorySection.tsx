import { cancelPlan, type Wearer } from '@carewatch/contracts/http/wearers'
import { Button, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { confirmed } from '../../ui/form/confirm.tsx'
import { doAndShow } from '../../ui/page/done.ts'
import { Section } from '../../ui/page/Section.tsx'
import type { Loaded } from './load.ts'
import { nameOf } from './names.ts'
import styles from './Wearers.module.css'

type Assignment = Loaded['assignments'][number]

/** What is planned can be given up by whoever may plan it; but an end that is another's beginning is given up with that. */
function Plan({ wearer, assignment }: { wearer: Wearer; assignment: Assignment }) {
  const may = useMay()
  const { uuid, state, end, endedAt } = assignment
  const isEnd = state === 'PRESENT' && endedAt !== null && end !== 'HANDED_OVER'
  if (!may(cancelPlan) || !(isEnd || state === 'PLANNED')) return null
  const title = isEnd ? 'wearer.cancelEnd' : 'wearer.cancelPlan'
  const name = <bdi key="name">{nameOf(wearer)}</bdi>
  const ask = async () => {
    const body = (
      <FormattedMessage id={isEnd ? 'wearer.cancelEndBody' : 'wearer.cancelPlanBody'} values={{ name }} />
    )
    if (await confirmed({ title, body }))
      await doAndShow('done.saved', () => call(cancelPlan, { body: { assignmentUUID: uuid } }))
  }
  return (
    <Button variant="default" onClick={() => void ask()}>
      <FormattedMessage id={title} />
    </Button>
  )
}

/** What lies in time to come is said to be planned. */
function Planned({ state, end, endedAt }: Assignment) {
  if (state === 'OVER' || (state === 'PRESENT' && endedAt === null)) return null
  const ends = end === 'HANDED_OVER' ? 'wearer.plannedHandOver' : 'wearer.plannedEnd'
  return (
    <span className={styles['check']}>
      <FormattedMessage id={state === 'PLANNED' ? 'wearer.planned' : ends} />
    </span>
  )
}

/** From when until when, as far as that is known. */
function Times({ state, startedAt, endedAt }: Assignment) {
  const values = {
    at: <Moment key="at" at={startedAt} />,
    from: <Moment key="from" at={startedAt} />,
    to: endedAt ? <Moment key="to" at={endedAt} /> : null,
  }
  if (endedAt) return <FormattedMessage id="wearer.fromTo" values={values} />
  return <FormattedMessage id={state === 'PLANNED' ? 'wearer.fromAt' : 'wearer.since'} values={values} />
}

function Line({ wearer, assignment }: { wearer: Wearer; assignment: Assignment }) {
  const { device, state, endedAt, end, startedBy, endedBy } = assignment
  const by = endedAt && state !== 'PLANNED' ? endedBy : startedBy
  return (
    <li>
      <div className={styles['line']}>
        <span>
          <b>
            <bdi>{device.name}</bdi>
          </b>{' '}
          <Planned {...assignment} />
        </span>
        <span className={styles['quiet']}>
          <Ltr>{device.imei}</Ltr>
          {end && state === 'OVER' ? <FormattedMessage id={`assignmentEnd.${end}`} /> : null}
          {by ? <bdi>{by}</bdi> : null}
        </span>
      </div>
      <span>
        <Times {...assignment} />
      </span>
      <Plan wearer={wearer} assignment={assignment} />
    </li>
  )
}

/** Which watches somebody wore, wears and is to wear, the newest first. */
export function HistorySection({ wearer, assignments }: Pick<Loaded, 'wearer' | 'assignments'>) {
  return (
    <Section title="wearer.history">
      {assignments.length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="wearer.noHistory" />
        </Text>
      ) : null}
      <ol className={styles['lines']}>
        {assignments.map((assignment) => (
          <Line key={assignment.uuid} wearer={wearer} assignment={assignment} />
        ))}
      </ol>
    </Section>
  )
}
