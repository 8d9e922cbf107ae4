import { TextInput } from '@mantine/core'
import { useIntl } from 'react-intl'
import type { Inputs } from './inputs.ts'

/** The six figures that the authenticator app shows. */
export function CodeField({ form }: { form: Inputs }) {
  const intl = useIntl()
  return (
    <TextInput
      {...form.getInputProps('code')}
      label={intl.formatMessage({ id: 'twoStep.code' })}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      maxLength={6}
      withAsterisk
    />
  )
}
