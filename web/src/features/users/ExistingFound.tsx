import { Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import type { Found } from './use-new-user.ts'

/** Somebody has this address already: there they are. */
export function ExistingFound({ found, close }: { found: Found | null; close: () => void }) {
  if (!found) return null
  return (
    <Stack align="flex-start">
      <Text>
        <FormattedMessage
          id="addUser.found"
          values={{
            initials: <bdi key="initials">{found.initials}</bdi>,
            role: <FormattedMessage key="role" id={`role.${found.role}`} />,
          }}
        />
      </Text>
      <LinkButton to="/user/detail/$uuid" params={{ uuid: found.uuid }} variant="default" onClick={close}>
        <FormattedMessage id="addUser.openFound" />
      </LinkButton>
    </Stack>
  )
}
