import type { Device } from '@carewatch/contracts/http/devices'
import { type Fence, NewFence, newFence, updateFence } from '@carewatch/contracts/http/fences'
import type { Place } from '@carewatch/contracts/http/fields'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { showDone } from '../../ui/page/done.ts'
import { confirmedLeaving } from '../../ui/form/confirm.tsx'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import { snackFailure } from '../../feedback/snack.ts'
import { bodyOf, draftOf, emptyDraft, type FenceDraft } from './fence-draft.ts'

type Editing = { fence: Fence | null; first: FenceDraft; draft: FenceDraft }

/** The fence one is drawing, if one is: nothing of it is lost by a refusal. */
export function useFenceDraft(device: Device, centre: Place | null) {
  const intl = useIntl()
  const [editing, setEditing] = useState<Editing | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const [isBack, setBack] = useState(false)
  const isChanged = editing !== null && editing.draft !== editing.first
  useUnsaved(isChanged && !saving)

  const open = (fence: Fence | null) => {
    const first = fence ? draftOf(fence) : emptyDraft(centre)
    setErrors({})
    setBack(true)
    setEditing({ fence, first, draft: first })
  }
  const close = async () => {
    if (!isChanged || (await confirmedLeaving())) setEditing(null)
  }
  const change = (changes: Partial<FenceDraft>) =>
    setEditing((now) => now && { ...now, draft: { ...now.draft, ...changes } })
  const save = async () => {
    if (!editing) return
    const { fence, draft } = editing
    const body = { deviceUUID: device.uuid, ...bodyOf(draft) }
    setErrors(fieldErrors(intl, NewFence, body))
    const parsed = NewFence.safeParse(body)
    if (!parsed.success) return
    const { deviceUUID: _, ...values } = parsed.data
    setSaving(true)
    const refusal = await refusalOf(() =>
      fence
        ? call(updateFence, { params: { uuid: fence.uuid }, body: { ...values, updatedAt: fence.updatedAt } })
        : call(newFence, { body: parsed.data }),
    )
    setSaving(false)
    if (refusal) {
      setErrors(refusal.fields)
      snackFailure(refusal)
      return
    }
    setEditing(null)
    showDone('fence.saved')
  }
  return { editing, errors, saving, isBack, open, close, change, save }
}
