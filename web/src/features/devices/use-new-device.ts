import { findDevice } from '@carewatch/contracts/http/device-changes'
import { newDevice, NewDevice } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { attempt, refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { snackFailure } from '../../feedback/snack.ts'

export type FoundDevice = NonNullable<Reply<typeof findDevice>['device']>
export type MadeDevice = Reply<typeof newDevice>
/** What is known before the wizard begins: it was opened from a branch, a company or a person. */
export type Given = {
  companyId?: string
  branchId?: string
  ownerUUID?: string
  imei?: string
  deviceModel?: string
}

const empty = {
  imei: '',
  imsi: '',
  name: '',
  deviceModel: '',
  mobileNumber: '',
  isSold: false,
  companyId: '',
  branchId: '',
  ownerUUID: '',
  agentId: '',
}

/** Which fields stand at which stage: an error leads back to its own. */
const fieldsAt = {
  imei: ['imei'],
  deviceDetails: ['name', 'deviceModel', 'imsi', 'mobileNumber', 'isSold'],
  agentSelection: ['companyId', 'branchId', 'ownerUUID', 'agentId'],
} as const
type FieldStage = keyof typeof fieldsAt
// Safe: the keys of the object itself.
const stagesOfFields = Object.keys(fieldsAt) as FieldStage[]

const wrongAt = (stage: FieldStage, errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(errors).filter(([name]) => (fieldsAt[stage] as readonly string[]).includes(name)),
  )

/** What is filled in on the way to a new device, checked stage by stage. */
export function useNewDevice(given: Given, goTo: (stage: string) => void) {
  const intl = useIntl()
  const [found, setFound] = useState<FoundDevice | null>(null)
  const [made, setMade] = useState<MadeDevice | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useForm({ initialValues: { ...empty, ...given } })

  const isRight = (stage: FieldStage): boolean => {
    const errors = wrongAt(stage, fieldErrors(intl, NewDevice, withoutEmpty(form.values)))
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
    return first === undefined
  }

  const look = async (): Promise<boolean> => {
    if (!isRight('imei')) return false
    const answer = await attempt(() => call(findDevice, { params: { imei: form.values.imei } }))
    setFound(answer?.device ?? null)
    if (answer?.device) goTo('existingFound')
    return answer !== null && !answer.device
  }

  const send = async (): Promise<void> => {
    if (!isRight('agentSelection')) return
    setSending(true)
    const refusal = await refusalOf(async () => {
      setMade(await call(newDevice, { body: NewDevice.parse(withoutEmpty(form.values)) }))
      goTo('thankyou')
    })
    setSending(false)
    if (!refusal) return
    form.setErrors(refusal.fields)
    const wrong = stagesOfFields.find((stage) => Object.keys(wrongAt(stage, refusal.fields)).length > 0)
    if (wrong) goTo(wrong)
    snackFailure(refusal)
  }
  return { form, found, made, isSending, isRight, look, send }
}
export type NewDeviceForm = ReturnType<typeof useNewDevice>['form']
