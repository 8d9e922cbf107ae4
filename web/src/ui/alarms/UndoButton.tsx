import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { takeBack, takenAtom } from '../../live/acknowledge.ts'
import { store } from '../../store.ts'
import styles from './UndoButton.module.css'

const TICK_MS = 200
/** In a dialog it stands where the press was that it takes back: a second one is not meant for it. */
const SETTLES_MS = 600

/** Whole seconds that are left, the last of them until it is over. */
function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true })
  useEffect(() => {
    if (now >= until) store.set(takenAtom, (taken) => (taken?.until === until ? null : taken))
  }, [now, until])
  return Math.max(0, Math.ceil((until - now) / 1_000))
}

function Undo({ uuid, until }: { uuid: string; until: number }) {
  const [saving, setSaving] = useState(false)
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [])
  const left = useSecondsLeft(until)
  const undo = async () => {
    setSaving(true)
    await takeBack(uuid)
    setSaving(false)
  }
  return (
    <Button
      variant="default"
      h={44}
      loading={saving}
      disabled={!settled}
      leftSection={<IconArrowBackUp size={20} aria-hidden />}
      // The seconds are for the eye: read out one after the other they would drown what it is about.
      rightSection={
        <span className={styles['left']} aria-hidden data-testid="undo-left">
          <FormattedNumber value={left} />
        </span>
      }
      aria-keyshortcuts="Control+Z Meta+Z"
      title="Ctrl+Z"
      onClick={() => void undo()}
    >
      <FormattedMessage id="alarms.undo" />
    </Button>
  )
}

/** For five seconds after whoever looks at it took this incident: it was by mistake. */
export function UndoButton({ uuid }: { uuid: string }) {
  const taken = useAtomValue(takenAtom)
  return taken?.uuid === uuid ? <Undo key={taken.until} uuid={uuid} until={taken.until} /> : null
}
