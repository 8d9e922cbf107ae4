import { type IncidentDetail, incidentDetail } from '@carewatch/contracts/http/incidents'
import { wearerReadings } from '@carewatch/contracts/http/wearer-readings'
import { incidentsOf } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Stack } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { orNothing, orWithout } from '../../http/or-nothing.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { takenAtom } from '../../live/acknowledge.ts'
import { noteReceipts } from '../../live/receipts.ts'
import { refreshNotifications } from '../../live/refresh.ts'
import { mayCall, useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { store } from '../../store.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { lineOf, placeName } from '../../ui/people/place-name.ts'
import { AlarmActions } from './AlarmActions.tsx'
import { AlarmCare } from './AlarmCare.tsx'
import { AlarmFacts } from './AlarmFacts.tsx'
import { SilentOnes } from './SilentOnes.tsx'
import { aroundOf } from './around.ts'
import { alarmUuidOf, type ShownIncident, stateOf } from './state.ts'
import { Timeline } from './Timeline.tsx'
import { useFollowed, useKnownOf } from './use-followed.ts'

/** Named by the incident or any alarm of it; `notifications`: what is known of it already. */
type Props = { uuid: string; notifications?: readonly [Notification, ...Notification[]] }
/** `detail`: null for whoever may answer an alarm and not read its history. */
type Loaded = { detail: IncidentDetail | null }

async function load(uuid: string): Promise<Loaded> {
  const user = store.get(userAtom)
  if (!user || !mayCall(incidentDetail, user.role)) return { detail: null }
  const found = await orNothing(call(incidentDetail, { params: { uuid } }))
  return { detail: found?.incident ?? null }
}

const alarmsOf = ({ detail }: Loaded): ShownIncident | undefined => {
  const [first, ...others] = detail?.alarms ?? []
  return first && [first, ...others]
}

/** Those notifications as they are by now, with whatever joined them. */
function newestOf(
  known: readonly Notification[],
  notifications: Props['notifications'],
): ShownIncident | undefined {
  const [incident] = incidentsOf(known.length > 0 ? known : (notifications ?? []))
  return incident?.all
}

const AlarmGraph = lazy(async () => ({ default: (await import('./AlarmGraph.tsx')).AlarmGraph }))

/** The graph around the moment, where it is about a vital of somebody. */
function Around({ of, alarms }: { of: string | null | undefined; alarms: ShownIncident }) {
  const may = useMay()
  const [around] = useState(() => aroundOf(alarms, new Date()))
  if (!of || !around || !may(wearerReadings)) return null
  return (
    <Suspense fallback={null}>
      <AlarmGraph of={of} around={around} />
    </Suspense>
  )
}

function AlarmBody({ props: { uuid, notifications }, loaded }: { props: Props; loaded: Loaded }) {
  const [now, setLoaded] = useState(loaded)
  const incident = now.detail?.uuid ?? uuid
  const known = useKnownOf(incident)
  const alarms = alarmsOf(now) ?? newestOf(known, notifications)
  useFollowed(known, async () => {
    const again = await orWithout(load(uuid))
    if (again) setLoaded(again)
  })
  const taken = useAtomValue(takenAtom)
  const [takenBefore, setTakenBefore] = useState(taken)
  const refresh = async () => {
    const again = await attempt(() => load(uuid))
    if (again) setLoaded(again)
    await refreshNotifications()
    reloadScreens()
  }
  // Taken back here or by the bar: how it stands is asked again.
  if (taken !== takenBefore) {
    setTakenBefore(taken)
    if (!taken) void refresh()
  }
  if (!alarms) return null
  const [first] = alarms
  return (
    <Stack gap="lg">
      <AlarmFacts alarms={alarms} fence={now.detail?.fence} nextStep={now.detail?.nextStep} />
      <AlarmActions
        uuid={incident}
        alarm={alarmUuidOf(first)}
        shown={alarms.map(alarmUuidOf)}
        state={stateOf(alarms)}
        onDone={refresh}
      />
      <Around of={now.detail?.wearerUuid ?? first.wearer?.uuid} alarms={alarms} />
      <AlarmCare of={now.detail?.wearerUuid ?? first.wearer?.uuid} uuid={alarmUuidOf(first)} />
      <SilentOnes alarms={alarms} />
      {now.detail ? <Timeline incident={now.detail} /> : null}
    </Stack>
  )
}

export const alarm = dialog<Props, Loaded>({
  title: 'alarms.title',
  suffix: ({ notifications }, loaded) => {
    const place = alarmsOf(loaded)?.[0] ?? notifications?.[0]
    return place ? lineOf(currentIntl(), { wearer: place.wearer, name: placeName(place) }) : null
  },
  size: 'lg',
  load: async ({ uuid, notifications }) => {
    const loaded = await load(uuid)
    noteReceipts(notifications ?? [], 'seen')
    return loaded.detail || notifications ? loaded : null
  },
  Body: AlarmBody,
})
