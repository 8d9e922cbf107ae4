import { type TaskStatus, taskStatuses } from '@carewatch/contracts/tasks'
import { Stack, Title } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { Facts } from '../../ui/page/Facts.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { type Detail, loadTask, subjectOf } from './detail.ts'
import styles from './TaskDialog.module.css'
import { titleOf } from './title.ts'
import { PersonFact } from '../../ui/people/PersonFact.tsx'

const isStatus = (text: string | null | undefined): text is TaskStatus =>
  taskStatuses.some((status) => status === text)

function Step({ step: { at, user, change } }: { step: Detail['history'][number] }) {
  const { status, outcome, reason, assignee } = change
  const words = [assignee, outcome, reason].filter((word) => word)
  return (
    <li>
      <Moment at={at} />
      <span>
        <b>{user ? <bdi>{user}</bdi> : <FormattedMessage id="tasks.system" />}</b>{' '}
        {isStatus(status) ? (
          <FormattedMessage id={`taskStatus.${status}`} />
        ) : (
          <FormattedMessage id="tasks.changed" />
        )}
        {words.length > 0 ? <bdi> · {words.join(' · ')}</bdi> : null}
      </span>
    </li>
  )
}

function Details({ loaded: task }: { loaded: Detail }) {
  const intl = useIntl()
  const { status, severity, assigneeName, createdBy, createdAt, dueAt, outcome, reason, history } = task
  return (
    <Stack>
      <Facts
        facts={[
          { label: 'tasks.what', value: titleOf(intl, task) },
          ...(task.wearer
            ? [{ label: 'report.person', value: <PersonFact wearer={task.wearer} /> } as const]
            : []),
          { label: 'tasks.status', value: <FormattedMessage id={`taskStatus.${status}`} /> },
          { label: 'alertLogs.severity', value: <SeverityMark severity={severity} /> },
          { label: 'tasks.assignee', value: assigneeName ? <bdi>{assigneeName}</bdi> : null },
          {
            label: 'tasks.createdBy',
            value: createdBy === 'SYSTEM' ? <FormattedMessage id="tasks.system" /> : <bdi>{createdBy}</bdi>,
          },
          { label: 'list.createdAt', value: <Moment at={createdAt} /> },
          { label: 'tasks.dueAt', value: <Moment at={dueAt} /> },
          { label: 'tasks.outcome', value: outcome ?? reason },
        ]}
      />
      <div>
        <Title order={3} size="h4">
          <FormattedMessage id="tasks.history" />
        </Title>
        {history.length === 0 ? <FormattedMessage id="tasks.noHistory" /> : null}
        <ol className={styles['history']}>
          {history.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a step has no name but its place.
            <Step key={index} step={step} />
          ))}
        </ol>
      </div>
    </Stack>
  )
}

export const taskDetails = dialog<{ uuid: string }, Detail>({
  title: 'tasks.details',
  suffix: subjectOf,
  load: loadTask,
  Body: Details,
})
