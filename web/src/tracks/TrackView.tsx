import type { Place } from '@carewatch/contracts/http/fields'
import type { Stop } from '@carewatch/contracts/http/positions'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { Button, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { boundsOf } from '../map/geo.ts'
import { showBounds } from '../map/map.ts'
import { MapMarker } from '../map/MapMarker.tsx'
import type { Track } from './days.ts'
import { DayStrip } from './DayStrip.tsx'
import { HomePin } from './Pin.tsx'
import { PlayerBar } from './PlayerBar.tsx'
import { PositionsTable } from './PositionsTable.tsx'
import { RangeFields, ReplayYesterday, type Wanted } from './RangeFields.tsx'
import { Stage } from './Stage.tsx'
import styles from './Stage.module.css'
import { StopList } from './StopList.tsx'
import { gapMs, type Moment as PlayedMoment, momentAt, stopsOf, tellingOf } from './track.ts'
import { TrackLayers } from './TrackLayers.tsx'
import { type Player, usePlayer } from './use-player.ts'

type Props = {
  /** Whose way it is. */
  subject: {
    uuid: string
    name: string
    person: Pick<WearerSummary, 'imageUrl'> | null
    expectedIntervalMs: number
  }
  track: Track
  home: Place | null
  /** What is drawn below the way. */
  ground: ReactNode
  playsAtOnce: boolean
  onPick: (wanted: Wanted) => void
}

/** What is drawn: without what nobody can have done, unless one wants to see that too. */
function useShown({ positions }: Track) {
  const [showsHidden, setShowsHidden] = useState(false)
  const fixes = useMemo(
    () => positions.filter(({ hidden }) => showsHidden || !hidden),
    [positions, showsHidden],
  )
  return { fixes, showsHidden, setShowsHidden }
}
type Shown = ReturnType<typeof useShown>

function Hidden({ n, shown, onChange }: { n: number; shown: boolean; onChange: (shown: boolean) => void }) {
  const intl = useIntl()
  if (n === 0) return null
  return (
    <Switch
      label={intl.formatMessage({ id: 'location.showImplausible' }, { n })}
      checked={shown}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

type PanelProps = {
  track: Track
  name: string
  shown: Shown
  way: Track['positions']
  moment: PlayedMoment | null
  player: Player
  follows: boolean
  onFollow: (follows: boolean) => void
  onPick: Props['onPick']
}

function PlayCard({ track, name, shown, way, moment, player, follows, onFollow, onPick }: PanelProps) {
  const { fixes, showsHidden, setShowsHidden } = shown
  return (
    <section className={styles['card']}>
      <Title order={2} className={styles['name']}>
        <bdi>{name}</bdi>
      </Title>
      <RangeFields shown={track} onPick={onPick} />
      <ReplayYesterday shown={track} onPick={onPick} />
      {fixes.length === 0 ? (
        <output>
          <FormattedMessage id="location.noTrack" />
        </output>
      ) : (
        <PlayerBar player={player} fixes={way} moment={moment} follows={follows} onFollow={onFollow} />
      )}
      <Hidden
        n={track.positions.filter(({ hidden }) => hidden).length}
        shown={showsHidden}
        onChange={setShowsHidden}
      />
      {track.thinned ? (
        <Text size="sm" c="dimmed">
          <FormattedMessage id="location.thinned" />
        </Text>
      ) : null}
    </section>
  )
}

function AsTable({ fixes }: { fixes: Track['positions'] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <FormattedMessage id={isOpen ? 'location.hideTable' : 'location.showTable'} />
      </Button>
      {isOpen ? (
        <section className={styles['card']}>
          <PositionsTable positions={fixes} />
        </section>
      ) : null}
    </>
  )
}

type InWordsProps = {
  fixes: Track['positions']
  stops: readonly Stop[]
  timeZone: string
  onPick: (stop: Stop) => void
}

/** Where they stayed, and every position: the map for whoever does not see it. */
function InWords({ fixes, ...stops }: InWordsProps) {
  if (fixes.length === 0) return null
  return (
    <>
      <StopList {...stops} />
      <AsTable fixes={fixes} />
    </>
  )
}

/** As the server knows them by name; of a day before those, as its positions say. */
function useStops({ strip, day }: Track, fixes: Track['positions'], gap: number): readonly Stop[] {
  return useMemo(() => {
    const found = strip.find((one) => one.day === day)
    return found?.stops ?? stopsOf(fixes, gap).map((stop) => ({ ...stop, place: null }))
  }, [strip, day, fixes, gap])
}

/** The way that somebody went on a day, and their days up to now, on the map and in words. */
export function TrackView({ subject, track, home, ground, playsAtOnce, onPick }: Props) {
  const intl = useIntl()
  const [follows, setFollows] = useState(false)
  const shown = useShown(track)
  const { fixes } = shown
  const way = useMemo(() => tellingOf(fixes), [fixes])
  const gap = gapMs(subject.expectedIntervalMs, track.spanMs)
  const stops = useStops(track, way, gap)
  const player = usePlayer(fixes[0]?.time.getTime() ?? 0, fixes.at(-1)?.time.getTime() ?? 0, playsAtOnce)
  const moment = momentAt(way, player.at, gap)
  const goTo = (stop: Stop) => {
    player.seek(stop.from.getTime())
    const bounds = boundsOf([stop])
    if (bounds) showBounds(bounds, 16)
  }
  const layers = (
    <>
      {ground}
      {home ? (
        <MapMarker at={home} anchor="bottom">
          <HomePin />
        </MapMarker>
      ) : null}
      <TrackLayers
        name={subject.name}
        person={subject.person}
        fixes={way}
        gap={gap}
        moment={moment}
        follows={follows}
      />
    </>
  )
  return (
    <Stage
      label={intl.formatMessage({ id: 'location.mapOf' }, { name: subject.name })}
      bounds={boundsOf(way.length > 0 ? way : home ? [home] : [])}
      about={`history/${subject.uuid}/${track.day}/${track.to.getTime()}`}
      layers={layers}
    >
      <PlayCard
        track={track}
        name={subject.name}
        shown={shown}
        way={way}
        moment={moment}
        player={player}
        follows={follows}
        onFollow={setFollows}
        onPick={onPick}
      />
      <DayStrip track={track} onPick={(day) => onPick({ day, days: track.days })} />
      <InWords fixes={fixes} stops={stops} timeZone={track.timeZone} onPick={goTo} />
    </Stage>
  )
}
