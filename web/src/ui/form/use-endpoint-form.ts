import type { Endpoint, Reply } from '@carewatch/contracts/http/endpoint'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { z } from 'zod'
import { refusalOf } from '../../feedback/attempt.ts'
import { call, type CallInput } from '../../http/call.ts'
import type { Failure } from '../../http/failure.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useUnsaved } from './unsaved.ts'

export type Values = Record<string, unknown>
type Changing = Endpoint & { body: z.ZodType }

export type FormPlan<E extends Changing, V extends Values> = {
  endpoint: E
  initial: V
  /** The body, as it goes on the wire, that these values make. Left out: the values without the empty ones. */
  body?: (values: V) => Values
  params?: Values
  /** What the schema of the call cannot see: the text by the field. */
  errors?: (values: V) => Record<string, MessageId>
  onDone: (reply: Reply<E>, values: V) => void | Promise<void>
}

export type EndpointForm<V extends Values> = UseFormReturnType<V> & {
  /** What the server said no with, other than by the field. */
  failure: Failure | null
  /** What was refused has been dealt with. */
  forgetFailure: () => void
  send: (event?: React.FormEvent<HTMLFormElement>) => void
}

/** What nobody filled in is left out: '' is an answer, and the wrong one. */
export const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  )

const focusFirst = (form: { getInputNode: (path: string) => HTMLElement | null }, errors: object): void => {
  const nodes = Object.keys(errors).map((path) => form.getInputNode(path))
  const first = nodes
    .filter((node) => node !== null)
    .toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]
  first?.focus()
}

/** A form checked by the schema of the call it makes: messages by the field, the focus on the first, and nothing lost on a refusal. */
export function useEndpointForm<E extends Changing, V extends Values>(plan: FormPlan<E, V>): EndpointForm<V> {
  const { endpoint, initial, body = withoutEmpty, params, errors, onDone } = plan
  const intl = useIntl()
  const [failure, setFailure] = useState<Failure | null>(null)
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) => {
      const own = Object.entries(errors?.(values) ?? {})
      const texts = Object.fromEntries(own.map(([field, id]) => [field, intl.formatMessage({ id })]))
      return { ...fieldErrors(intl, endpoint.body, body(values)), ...texts } as never
    },
  })
  useUnsaved(form.isDirty() && !form.submitting)

  const submit = async (values: V) => {
    setFailure(null)
    const refusal = await refusalOf(async () => {
      const input = { ...(params && { params }), body: endpoint.body.parse(body(values)) }
      // Safe: the body is what its own schema made of it.
      const reply = await call(endpoint, input as CallInput<E>)
      form.resetDirty(values)
      await onDone(reply, values)
    })
    if (!refusal) return
    form.setErrors(refusal.fields)
    setFailure(refusal)
    focusFirst(form, refusal.fields)
  }
  const forgetFailure = () => setFailure(null)
  return {
    ...form,
    failure,
    forgetFailure,
    send: form.onSubmit(submit, (errors) => focusFirst(form, errors)),
  }
}
