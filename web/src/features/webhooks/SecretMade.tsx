import { Button, Stack } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { useEscape } from '../../dialogs/escape.ts'
import { Secret } from '../../ui/controls/Secret.tsx'
import { Notice } from '../../ui/page/Notice.tsx'

const stay = (): void => {}

/** The one time that the secret of a webhook is shown. */
export function SecretMade({ secret, close }: { secret: string; close: () => void }) {
  // Nobody loses it by a key.
  useEscape(true, stay)
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="apiKeys.made" />}>
        <FormattedMessage id="webhooks.once" />
      </Notice>
      <Secret label="apiKeys.secret" value={secret} testId="webhook-secret" />
      <Button onClick={close}>
        <FormattedMessage id="apiKeys.copied" />
      </Button>
    </Stack>
  )
}
