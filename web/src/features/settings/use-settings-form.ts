import {
  configureDevice,
  deviceSettings,
  type SettingsState,
} from '@carewatch/contracts/http/device-settings'
import { useState } from 'react'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { rebased, settingChanges, valuesOf } from './values.ts'

type Options = { uuid: string; state: SettingsState; onDone: () => void }

const CONFLICT = 409

/** The settings as one changes them. Whoever saves meanwhile does not make one lose what one has typed. */
export function useSettingsForm({ uuid, state, onDone }: Options) {
  const [base, setBase] = useState(state)
  const seen = valuesOf(base.settings)
  const form = useEndpointForm({
    endpoint: configureDevice,
    initial: seen,
    body: (values) => ({ deviceUUID: uuid, revision: base.revision, ...settingChanges(seen, values) }),
    onDone: (saved) => {
      setBase(saved)
      const values = valuesOf(saved.settings)
      form.setValues(values)
      form.resetDirty(values)
      onDone()
    },
  })
  const takeTheirs = async () => {
    const now = await attempt(() => call(deviceSettings, { params: { uuid } }))
    if (!now) return
    const theirs = valuesOf(now.settings)
    form.setValues(rebased(form.values, seen, theirs))
    form.resetDirty(theirs)
    form.forgetFailure()
    setBase(now)
  }
  return { form, isConflict: form.failure?.status === CONFLICT, takeTheirs }
}
export type SettingsForm = ReturnType<typeof useSettingsForm>['form']
