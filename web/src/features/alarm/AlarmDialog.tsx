import type { AlarmDetail } from '@carewatch/contracts/http/alarms'
import { alarmDetail } from '@carewatch/contracts/http/alarms'
import type { Notification } from '@carewatch/contracts/notifications'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { dialog } from '../../dialogs/dialog.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { noteReceipt } from '../../live/receipts.ts'
import { refreshNotifications } from '../../live/refresh.ts'
import { mayCall } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { store } from '../../store.ts'
import { currentIntl } from '../../i18n/intl.ts'
import { lineOf, placeName } from '../../ui/people/place-name.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { AlarmActions } from './AlarmActions.tsx'
import { AlarmCare } from './AlarmCare.tsx'
import { AlarmFacts } from './AlarmFacts.tsx'
import { AlarmHistory } from './AlarmHistory.tsx'
import { timelineOf } from './timeline.ts'
import { AlarmDeliveries } from './AlarmDeliveries.tsx'
import { stateOf } from './state.ts'

type Props = { uuid: string; notification?: Notification }
/** `detail`: null for whoever may answer an alarm and not read its history. */
type Loaded = { detail: AlarmDetail | null }

async function load(uuid: string): Promise<Loaded> {
  const user = store.get(userAtom)
  if (!user || !mayCall(alarmDetail, user.role)) return { detail: null }
  const found = await orNothing(call(alarmDetail, { params: { uuid } }))
  return { detail: found?.alarm ?? null }
}

function AlarmBody({ props: { uuid, notification }, loaded }: { props: Props; loaded: Loaded }) {
  const [{ detail }, setLoaded] = useState(loaded)
  const [changed, setChanged] = useState(notification)
  const shown = detail ?? changed
  if (!shown) return null
  const refresh = async () => {
    const again = await attempt(() => load(uuid))
    if (again) setLoaded(again)
    await refreshNotifications()
    reloadScreens()
  }
  const state = stateOf(shown)
  return (
    <Stack gap="lg">
      <AlarmFacts alarm={shown} />
      <AlarmActions
        uuid={uuid}
        state={state}
        onDone={async (alarm) => {
          if (changed) setChanged({ ...changed, ...alarm, uuid: changed.uuid })
          await refresh()
        }}
      />
      <AlarmCare alarm={shown} uuid={uuid} />
      {detail ? <AlarmHistory steps={timelineOf(detail)} /> : null}
      {detail ? <AlarmDeliveries {...detail} /> : null}
    </Stack>
  )
}

export const alarm = dialog<Props, Loaded>({
  title: 'alarms.title',
  suffix: ({ notification }, { detail }) => {
    const place = detail ?? notification
    return place ? lineOf(currentIntl(), { wearer: place.wearer, name: placeName(place) }) : null
  },
  size: 'lg',
  load: async ({ uuid, notification }) => {
    const loaded = await load(uuid)
    if (notification) noteReceipt(notification, 'seen')
    return loaded.detail || notification ? loaded : null
  },
  Body: AlarmBody,
})
