import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { EndpointForm, Values } from '../../ui/form/use-endpoint-form.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { failureText } from '../../feedback/snack.ts'

type Props<V extends Values> = { form: EndpointForm<V>; submit: MessageId; children: ReactNode }

/** The frame of a form before the sign-in: one wide button. */
export function AuthForm<V extends Values>({ form, submit, children }: Props<V>) {
  const { failure } = form
  const isGeneralFailure = failure !== null && Object.keys(failure.fields).length === 0
  return (
    <form onSubmit={form.send} noValidate>
      <Stack>
        {isGeneralFailure ? <Notice tone="critical">{failureText(failure)}</Notice> : null}
        {children}
        <Button type="submit" h={48} mt="xs" loading={form.submitting}>
          <FormattedMessage id={submit} />
        </Button>
      </Stack>
    </form>
  )
}
