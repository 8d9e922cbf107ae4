import { ActionIcon, Button, Select, Switch, VisuallyHidden } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Moment } from '../ui/figures/Moment.tsx'
import styles from './Stage.module.css'
import { Metres } from './Metres.tsx'
import { type Fix, indexAt, isSomewhere, type Moment as Played } from './track.ts'
import { type Player, type Speed, speeds } from './use-player.ts'

const KEY_STEP_MS = 60_000

function Slider({ player }: { player: Player }) {
  const intl = useIntl()
  const { from: first, to: last } = player
  const step = Math.min(KEY_STEP_MS, Math.max(1, last - first))
  // In whole steps, else the last position would be out of reach.
  const end = first + Math.ceil((last - first) / step) * step
  return (
    <label dir="ltr">
      <VisuallyHidden>
        <FormattedMessage id="location.moment" />
      </VisuallyHidden>
      <input
        className={styles['range']}
        type="range"
        min={first}
        max={end}
        step={step}
        value={player.at >= last ? end : player.at}
        aria-valuetext={intl.formatDate(player.at, {
          day: 'numeric',
          month: 'short',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        })}
        onChange={({ currentTarget }) => player.seek(Math.min(last, Number(currentTarget.value)))}
      />
    </label>
  )
}

function Steps({ player, fixes }: { player: Player; fixes: readonly Fix[] }) {
  const intl = useIntl()
  const index = indexAt(fixes, player.at)
  const isOn = fixes[index]?.time.getTime() === player.at
  const step = (to: number) => {
    const fix = fixes[to]
    if (fix) player.seek(fix.time.getTime())
  }
  const label = (id: 'location.previous' | 'location.next') => ({ 'aria-label': intl.formatMessage({ id }) })
  return (
    <>
      <ActionIcon {...label('location.previous')} onClick={() => step(isOn ? index - 1 : index)}>
        <IconPlayerSkipBack size={20} aria-hidden />
      </ActionIcon>
      <Button
        onClick={player.toggle}
        leftSection={
          player.playing ? (
            <IconPlayerPauseFilled size={18} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={18} aria-hidden />
          )
        }
      >
        <FormattedMessage id={player.playing ? 'location.pause' : 'location.play'} />
      </Button>
      <ActionIcon {...label('location.next')} onClick={() => step(index + 1)}>
        <IconPlayerSkipForward size={20} aria-hidden />
      </ActionIcon>
    </>
  )
}

/** That the pin is the middle of a wide circle, and how wide. */
function Somewhere({ fix: { accuracy } }: { fix: Fix }) {
  return (
    <p data-testid="somewhere">
      {accuracy === null ? (
        <FormattedMessage id="location.wide.CELL" />
      ) : (
        <FormattedMessage
          id="location.within"
          values={{ metres: <Metres key="metres" value={accuracy} /> }}
        />
      )}
    </p>
  )
}

const isSpeed = (value: number): value is Speed => (speeds as readonly number[]).includes(value)

type Props = {
  player: Player
  fixes: readonly Fix[]
  moment: Played | null
  follows: boolean
  onFollow: (follows: boolean) => void
}

/** Plays a track: every part of it works by keyboard too. */
export function PlayerBar({ player, fixes, moment, follows, onFollow }: Props) {
  const intl = useIntl()
  const pick = (value: string | null) => {
    const speed = Number(value)
    if (isSpeed(speed)) player.setSpeed(speed)
  }
  return (
    <>
      <strong>
        <Moment at={new Date(player.at)} />
      </strong>
      {moment && isSomewhere(moment.fix) ? <Somewhere fix={moment.fix} /> : null}
      <Slider player={player} />
      <div className={styles['bar']} dir="ltr">
        <Steps player={player} fixes={fixes} />
      </div>
      <Select
        label={intl.formatMessage({ id: 'location.speed' })}
        description={intl.formatMessage({ id: 'location.speedHint' })}
        data={speeds.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
        value={String(player.speed)}
        onChange={pick}
      />
      <Switch
        label={intl.formatMessage({ id: 'location.follow' })}
        checked={follows}
        onChange={({ currentTarget }) => onFollow(currentTarget.checked)}
      />
    </>
  )
}
