import { type FleetJob, fleetJobs, stopFleetJob, undoFleetJob } from '@carewatch/contracts/http/fleet-jobs'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../../dialogs/dialog.ts'
import type { DialogProps } from '../../../dialogs/names.ts'
import { attempt } from '../../../feedback/attempt.ts'
import { call } from '../../../http/call.ts'
import { Failure } from '../../../http/failure.ts'
import { Age } from '../../../ui/figures/Age.tsx'
import { reloadScreens } from '../../../ui/page/reload.ts'
import { actionText } from './action-text.ts'
import { AskForm } from './AskForm.tsx'
import styles from './Fleet.module.css'

const ASK_EVERY_MS = 1_000
const PERCENT = 100

type Jobs = readonly FleetJob[]

const load = async (): Promise<Jobs> => (await call(fleetJobs, {})).jobs

/** The jobs as they go on; the list behind shows what came of them. */
function useJobs(loaded: Jobs) {
  const [jobs, setJobs] = useState(loaded)
  const isRunning = jobs.some(({ finishedAt }) => finishedAt === null)
  const look = useEffectEvent(async () => {
    try {
      const now = await load()
      setJobs(now)
      if (now.every(({ finishedAt }) => finishedAt !== null)) reloadScreens()
    } catch (error) {
      // The next round asks again; the banner shows that nobody answers.
      if (!(error instanceof Failure)) throw error
    }
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void look(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return { jobs, again: async () => setJobs((await attempt(load)) ?? jobs) }
}

function Failures({ job: { failed, failures } }: { job: FleetJob }) {
  if (failed === 0) return null
  return (
    <details className={styles['failures']}>
      <summary>
        <FormattedMessage id="fleet.failed" values={{ n: failed }} />
      </summary>
      <ul>
        {failures.map(({ uuid, name, why }) => (
          <li key={uuid}>
            <b>
              <bdi>{name}</bdi>
            </b>{' '}
            <bdi>{why}</bdi>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Stops it while it goes on, and takes it back afterwards. */
function JobButton({ job, onPressed }: { job: FleetJob; onPressed: () => Promise<void> }) {
  const [isAsking, setAsking] = useState(false)
  const isRunning = job.finishedAt === null
  if (!isRunning && !job.isUndoable) return null
  const press = async () => {
    setAsking(true)
    await attempt(() =>
      call(isRunning ? stopFleetJob : undoFleetJob, { params: { uuid: job.uuid }, body: {} }),
    )
    await onPressed()
    setAsking(false)
  }
  return (
    <Button variant="default" loading={isAsking} onClick={() => void press()}>
      <FormattedMessage id={isRunning ? 'fleet.stop' : 'fleet.takeBack'} />
    </Button>
  )
}

function Job({ job, onPressed }: { job: FleetJob; onPressed: () => Promise<void> }) {
  const intl = useIntl()
  const what = actionText(intl, job.action)
  const title = job.isUndo ? intl.formatMessage({ id: 'fleet.takenBack' }, { what }) : what
  const progress = intl.formatMessage({ id: 'fleet.progress' }, { done: job.done, total: job.total })
  const left = job.finishedAt === null ? 0 : job.total - job.done - job.failed
  return (
    <li className={styles['job']} data-testid="fleet-job">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={550}>{title}</Text>
        <Text size="sm" c="dimmed">
          <Age at={job.createdAt} />
        </Text>
      </Group>
      <Progress
        value={((job.done + job.failed) / job.total) * PERCENT}
        aria-label={title}
        color={job.failed > 0 ? 'var(--cw-medium)' : 'var(--cw-ok)'}
      />
      <Group justify="space-between">
        <Text size="sm">{progress}</Text>
        <JobButton job={job} onPressed={onPressed} />
      </Group>
      {left > 0 ? (
        <Text size="sm">
          <FormattedMessage id="fleet.stopped" values={{ n: left }} />
        </Text>
      ) : null}
      <Failures job={job} />
    </li>
  )
}

function Work({
  loaded,
  props,
  close,
}: {
  loaded: Jobs
  props: DialogProps['fleetWork']
  close: () => void
}) {
  const [isAsking, setAsking] = useState(props.ask !== undefined)
  const { jobs, again } = useJobs(loaded)
  if (props.ask && isAsking)
    return (
      <AskForm ask={props.ask} close={close} onStarted={() => void again().then(() => setAsking(false))} />
    )
  const isRunning = jobs.some(({ finishedAt }) => finishedAt === null)
  return (
    <Stack gap="md">
      {jobs.length === 0 ? (
        <Text>
          <FormattedMessage id="fleet.noWork" />
        </Text>
      ) : (
        <ul className={styles['jobs']} aria-live="polite">
          {jobs.map((job) => (
            <Job key={job.uuid} job={job} onPressed={again} />
          ))}
        </ul>
      )}
      {isRunning ? (
        <Text size="sm" c="dimmed">
          <FormattedMessage id="fleet.goesOn" />
        </Text>
      ) : null}
    </Stack>
  )
}

/** What is done with many devices at once: asked for, on its way, done, and taken back. */
export const fleetWork = dialog<DialogProps['fleetWork'], Jobs>({
  title: 'fleet.work',
  load,
  Body: Work,
})
