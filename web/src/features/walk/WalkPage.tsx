import { type Calibration, startWalk } from '@carewatch/contracts/http/calibration'
import { Text } from '@mantine/core'
import { IconWalk } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { After, type Past } from './After.tsx'
import { GoingWalk } from './GoingWalk.tsx'
import { Result } from './Result.tsx'
import { Rooms } from './Rooms.tsx'
import { Tags } from './Tags.tsx'
import { useCalibration } from './use-calibration.ts'
import type { Ending } from './use-walk.ts'

type Loaded = { uuid: string; calibration: Calibration }
type Named = { uuid: string; name: string }
type Current = { uuid: string; room: Named }

function Down({ down }: Pick<Calibration, 'down'>) {
  if (down.length === 0) return null
  const gateways = <bdi key="names">{down.map(({ name }) => name).join(', ')}</bdi>
  return (
    <Notice tone="critical">
      <FormattedMessage id="walk.down" values={{ gateways }} />
    </Notice>
  )
}

/** The walk that this person began and has not ended, here or on another screen. */
function useCurrent({ going }: Calibration, ask: () => Promise<void>) {
  const [begun, setBegun] = useState<Current | null>(null)
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const [past, setPast] = useState<Past | null>(null)
  const current = begun ?? going.find(({ uuid, isOwn }) => isOwn && !ended.has(uuid)) ?? null
  const { uuid, room } = current ?? {}
  const end = useCallback(
    (ending: Past['ending'] | 'discarded') => {
      if (uuid) setEnded((before) => new Set(before).add(uuid))
      setBegun(null)
      setPast(ending === 'discarded' || !room ? null : { room, ending })
      void ask()
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- each poll brings the same room as another object.
    [uuid, room?.uuid, ask],
  )
  return { current, past, begin: setBegun, end }
}

function Walks({ uuid, calibration }: Loaded) {
  const { shown, ask } = useCalibration(uuid, calibration)
  const { current, past, begin, end } = useCurrent(shown, ask)
  const [picked, setPicked] = useState<string | null>(null)
  const onEnded = useCallback((ending: Ending) => end(ending), [end])
  const tag = shown.tags.find((each) => each.uuid === picked)?.uuid ?? null
  const start = async (room: Named, beaconUuid: string) => {
    const answer = await attempt(() => call(startWalk, { body: { roomUuid: room.uuid, beaconUuid } }))
    if (answer) begin({ uuid: answer.walk.uuid, room })
    else await ask()
  }
  const onBegin =
    tag && shown.down.length === 0 && !shown.isTooLarge ? (room: Named) => void start(room, tag) : undefined
  if (current)
    return (
      <GoingWalk
        key={current.uuid}
        uuid={current.uuid}
        onFinished={({ beacon }) => {
          setPicked(beacon.uuid)
          end('finished')
        }}
        onDiscarded={() => end('discarded')}
        onEnded={onEnded}
      />
    )
  return (
    <>
      <Text c="dimmed">
        <FormattedMessage id="walk.why" />
      </Text>
      {past ? <After past={past} rooms={shown.rooms} onBegin={onBegin} /> : null}
      <Section title="walk.result">
        <Result shown={shown} />
      </Section>
      <Down down={shown.down} />
      <Tags shown={shown} value={tag} onPick={setPicked} />
      <Rooms shown={shown} onBegin={onBegin} />
    </>
  )
}

type Props = { loaded: Loaded | null; onBranch: (uuid: string | undefined) => void }

/** Somebody walks through each room with a tag, so that it is known how the gateways receive one there. */
export function WalkPage({ loaded, onBranch }: Props) {
  return (
    <Page title="walk.title" actions={<BranchFilter value={loaded?.uuid} onPick={onBranch} />}>
      {loaded ? (
        <Walks key={loaded.uuid} {...loaded} />
      ) : (
        <Nothing
          icon={<IconWalk aria-hidden />}
          title={<FormattedMessage id="plan.choose" />}
          why={<FormattedMessage id="walk.chooseWhy" />}
        />
      )}
    </Page>
  )
}
