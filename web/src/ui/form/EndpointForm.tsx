import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Notice } from '../Notice.tsx'
import { failureText } from '../snack.ts'
import type { EndpointForm as Form, Values } from './use-endpoint-form.ts'

type Props<V extends Values> = {
  form: Form<V>
  submit: MessageId
  onCancel?: (() => void) | undefined
  children: ReactNode
}

/** The frame of a form: what was refused, the fields, and the buttons. */
export function EndpointForm<V extends Values>({ form, submit, onCancel, children }: Props<V>) {
  const { failure } = form
  const isUnsaid = failure !== null && Object.keys(failure.fields).length === 0
  return (
    <form onSubmit={form.send} noValidate>
      <Stack gap="lg">
        {isUnsaid ? <Notice tone="critical">{failureText(failure)}</Notice> : null}
        {children}
        <Group justify="flex-end">
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              <FormattedMessage id="action.cancel" />
            </Button>
          ) : null}
          <Button type="submit" loading={form.submitting}>
            <FormattedMessage id={submit} />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
