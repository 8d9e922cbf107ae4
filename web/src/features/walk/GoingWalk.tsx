import {
  discardWalk,
  finishWalk,
  type Walk,
  WALK_LEAST_READINGS,
  WALK_USUAL_SECONDS,
} from '@carewatch/contracts/http/calibration'
import { Button, Group, Progress, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { PageLoading } from '../../ui/page/PageLoading.tsx'
import { Received } from './Received.tsx'
import { type Ending, useWalk } from './use-walk.ts'
import { downIn, mayFinish, ownReadings } from './walk-state.ts'
import styles from './Walk.module.css'

/** Between the reports of a slow gateway a tag is received by nobody, too. */
const SILENT_S = 20
const SPEAK_EVERY_S = 15

/** What is wrong while one walks; said once, not again each second. */
function Warnings({ walk, isOffline, seconds }: { walk: Walk; isOffline: boolean; seconds: number }) {
  const down = downIn(walk)
  const isSilent = (walk.silentSeconds ?? seconds) >= SILENT_S
  return (
    <>
      {isOffline ? (
        <Notice tone="critical">
          <FormattedMessage id="walk.offline" />
        </Notice>
      ) : null}
      {down.length > 0 ? (
        <Notice tone="critical">
          <FormattedMessage id="walk.down" values={{ gateways: <bdi key="names">{down.join(', ')}</bdi> }} />
        </Notice>
      ) : null}
      {isSilent && !isOffline ? (
        <Notice tone="caution">
          <FormattedMessage id="walk.silent" />
        </Notice>
      ) : null}
    </>
  )
}

/** To whoever hears the screen: every quarter of a minute, and when it is enough. */
function Spoken({ walk, seconds }: { walk: Walk; seconds: number }) {
  const isReady = mayFinish(walk, seconds)
  const at = Math.floor(seconds / SPEAK_EVERY_S) * SPEAK_EVERY_S
  const [last, setLast] = useState<{ at: number; isReady: boolean; n: number } | null>(null)
  const n = ownReadings(walk)
  if (last?.at !== at || last.isReady !== isReady) setLast({ at, isReady, n })
  return (
    <VisuallyHidden component="output">
      <FormattedMessage id="walk.spoken" values={{ seconds: last?.at ?? at, n: last?.n ?? n }} />{' '}
      {isReady ? <FormattedMessage id="walk.ready" /> : null}
    </VisuallyHidden>
  )
}

function Time({ seconds }: { seconds: number }) {
  const intl = useIntl()
  const left = WALK_USUAL_SECONDS - seconds
  return (
    <div className={styles['time']}>
      <b data-testid="walk-time">
        <FormattedMessage
          id={left > 0 ? 'walk.secondsLeft' : 'walk.longEnough'}
          values={{ n: left > 0 ? left : seconds }}
        />
      </b>
      <Progress
        value={Math.min(100, (100 * seconds) / WALK_USUAL_SECONDS)}
        size="lg"
        aria-label={intl.formatMessage({ id: 'walk.title' })}
        transitionDuration={0}
      />
    </div>
  )
}

type Sent = { finish: () => void; discard: () => void; isSending: boolean }

function Buttons({ walk, seconds, finish, discard, isSending }: Sent & { walk: Walk; seconds: number }) {
  return (
    <Group>
      <Button
        disabled={!mayFinish(walk, seconds)}
        loading={isSending}
        variant={seconds >= WALK_USUAL_SECONDS ? 'filled' : 'default'}
        onClick={finish}
      >
        <FormattedMessage id="walk.finish" />
      </Button>
      <Button variant="subtle" disabled={isSending} onClick={discard}>
        <FormattedMessage id="walk.discard" />
      </Button>
    </Group>
  )
}

type Props = {
  uuid: string
  onFinished: (walk: Walk) => void
  onDiscarded: () => void
  onEnded: (ending: Ending) => void
}

/** How the walk is ended here. */
function useEnd(uuid: string, onEnding: (isEnding: boolean) => Promise<void>) {
  const [isSending, setSending] = useState(false)
  const end = async (work: () => Promise<null>, done: () => void) => {
    setSending(true)
    await onEnding(true)
    const answer = await attempt(async () => ({ done: await work() }))
    setSending(false)
    await onEnding(answer !== null)
    if (answer) done()
  }
  const params = { uuid }
  return {
    isSending,
    finish: (done: () => void) => void end(() => call(finishWalk, { params, body: {} }), done),
    discard: (done: () => void) => void end(() => call(discardWalk, { params }), done),
  }
}

/** The walk that goes on: how long, what each gateway received, and how it ends. */
export function GoingWalk({ uuid, onFinished, onDiscarded, onEnded }: Props) {
  const { walk, seconds, isOffline, onEnding } = useWalk(uuid, onEnded)
  const { isSending, finish, discard } = useEnd(uuid, onEnding)
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = walk !== null
  useEffect(() => heading.current?.focus(), [isThere])
  if (!walk) return <PageLoading />
  const names = {
    room: <bdi key="room">{walk.room.name}</bdi>,
    tag: <bdi key="tag">{walk.beacon.name}</bdi>,
  }
  return (
    <section className={styles['going']} aria-labelledby="walk-going" data-testid="walk-going">
      <h2 id="walk-going" ref={heading} tabIndex={-1}>
        <FormattedMessage id="walk.now" values={names} />
      </h2>
      <p>
        <FormattedMessage id="walk.how" values={names} />
      </p>
      <Time seconds={seconds} />
      <Spoken walk={walk} seconds={seconds} />
      <Warnings walk={walk} isOffline={isOffline} seconds={seconds} />
      <p>
        <FormattedMessage
          id={mayFinish(walk, seconds) ? 'walk.ready' : 'walk.received'}
          values={{ n: ownReadings(walk), least: WALK_LEAST_READINGS }}
        />
      </p>
      <Buttons
        walk={walk}
        seconds={seconds}
        isSending={isSending}
        finish={() => finish(() => onFinished(walk))}
        discard={() => discard(onDiscarded)}
      />
      <Received walk={walk} />
    </section>
  )
}
