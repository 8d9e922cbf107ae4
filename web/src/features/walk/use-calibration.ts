import { calibration, type Calibration } from '@carewatch/contracts/http/calibration'
import { useInterval } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'

const POLL_MS = 4_000

/** The rooms, walks and tags of a branch as they are now; while nobody answers, what was known stays. */
export function useCalibration(uuid: string, loaded: Calibration) {
  const [shown, setShown] = useState(loaded)
  const ask = useCallback(async () => {
    await refusalOf(async () => setShown(await call(calibration, { params: { uuid } })))
  }, [uuid])
  useInterval(() => void (document.hidden || ask()), POLL_MS, { autoInvoke: true })
  return { shown, ask }
}
