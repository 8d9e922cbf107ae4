import type { Reply } from '@carewatch/contracts/http/endpoint'
import { findUser, newUser } from '@carewatch/contracts/http/users'
import { NewUser } from '@carewatch/contracts/http/user-forms'
import { Email } from '@carewatch/contracts/http/fields'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { z } from 'zod'
import { attempt, refusalOf } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { snackFailure } from '../../feedback/snack.ts'

export type Found = NonNullable<Reply<typeof findUser>['user']>
export type Made = Reply<typeof newUser>

const empty = {
  email: '',
  firstName: '',
  lastName: '',
  userName: '',
  contactNumber: '',
  countryCode: 'IL',
  dob: '',
  gender: '',
  address: '',
  sendPassword: true,
  password: '',
  role: '',
  userType: 'WATCH',
  companyId: '',
  branchId: '',
  supervisorId: '',
}
export type NewValues = typeof empty

/** Which fields stand at which stage: an error leads back to its own. */
const fieldsAt = {
  email: ['email'],
  personalDetails: [
    'firstName',
    'lastName',
    'userName',
    'contactNumber',
    'countryCode',
    'dob',
    'gender',
    'address',
    'password',
  ],
  companyDetails: ['role', 'userType', 'companyId', 'branchId', 'supervisorId'],
} as const
export type FieldStage = keyof typeof fieldsAt

const bodyOf = ({ sendPassword, password, ...rest }: NewValues) => ({
  ...withoutEmpty(rest),
  sendPassword,
  ...(!sendPassword && { password: password || undefined }),
})

/** What is filled in on the way, checked stage by stage. */
export function useNewUser(goTo: (stage: string) => void) {
  const intl = useIntl()
  const [found, setFound] = useState<Found | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const form = useForm({ initialValues: empty })

  const wrongAt = (stage: FieldStage, errors: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(errors).filter(([name]) => (fieldsAt[stage] as readonly string[]).includes(name)),
    )

  const isRight = (stage: FieldStage): boolean => {
    const schema = stage === 'email' ? z.object({ email: Email }) : NewUser
    const errors = wrongAt(stage, fieldErrors(intl, schema, bodyOf(form.values)))
    form.setErrors(errors as never)
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
    return first === undefined
  }

  /** Goes on by itself: which stage is next is known only afterwards. */
  const look = async (): Promise<boolean> => {
    if (!isRight('email')) return false
    const { email } = form.values
    const answer = await attempt(() => call(findUser, { body: { email } }))
    setFound(answer?.user ?? null)
    if (!form.values.userName) form.setFieldValue('userName', email.split('@')[0] ?? '')
    if (answer) goTo(answer.user ? 'existingFound' : 'personalDetails')
    return false
  }

  const send = async (): Promise<void> => {
    if (!isRight('companyDetails')) return
    const refusal = await refusalOf(async () => {
      setMade(await call(newUser, { body: NewUser.parse(bodyOf(form.values)) }))
      goTo('thankyou')
    })
    if (!refusal) return
    form.setErrors(refusal.fields)
    // Safe: the keys of the object itself.
    const stages = Object.keys(fieldsAt) as FieldStage[]
    const wrong = stages.find((stage) => Object.keys(wrongAt(stage, refusal.fields)).length > 0)
    if (wrong) goTo(wrong)
    snackFailure(refusal)
  }
  return { form: { ...form, isRight }, found, look, made, send }
}
export type NewUserForm = ReturnType<typeof useNewUser>['form']
