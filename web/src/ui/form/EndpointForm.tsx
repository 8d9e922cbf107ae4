import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage } from 'react-intl'
import type { Failure } from '../../http/failure.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { Notice } from '../page/Notice.tsx'
import { failureText } from '../../feedback/snack.ts'
import type { EndpointForm as Form, Values } from './use-endpoint-form.ts'

type Props<V extends Values> = {
  form: Form<V>
  submit: MessageId
  onCancel?: (() => void) | undefined
  /** What is done cannot be undone. */
  isDangerous?: boolean
  children: ReactNode
}

/** A long form is sent from its end: what was refused comes into sight. */
function Refused({ failure }: { failure: Failure }) {
  const place = useRef<HTMLDivElement>(null)
  // In braces: newer browsers answer a promise, which an effect may not.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  return (
    <div ref={place}>
      <Notice tone="critical">{failureText(failure)}</Notice>
    </div>
  )
}

/** The frame of a form: what was refused, the fields, and the buttons. */
export function EndpointForm<V extends Values>({ form, submit, onCancel, isDangerous, children }: Props<V>) {
  const { failure } = form
  const isGeneralFailure = failure !== null && Object.keys(failure.fields).length === 0
  return (
    <form onSubmit={form.send} noValidate>
      <Stack gap="lg">
        {isGeneralFailure ? <Refused failure={failure} /> : null}
        {children}
        <Group justify="flex-end">
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              <FormattedMessage id="action.cancel" />
            </Button>
          ) : null}
          <Button type="submit" loading={form.submitting} {...(isDangerous && { color: 'red' })}>
            <FormattedMessage id={submit} />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
