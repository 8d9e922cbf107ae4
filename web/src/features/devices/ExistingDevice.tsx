import { Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import type { FoundDevice } from './use-new-device.ts'

/** A device has this IMEI already: there it is. */
export function ExistingDevice({ found, close }: { found: FoundDevice | null; close: () => void }) {
  if (!found) return null
  return (
    <Stack align="flex-start">
      <Text>
        <FormattedMessage id="addDevice.found" values={{ name: <bdi key="name">{found.name}</bdi> }} />{' '}
        <FormattedMessage id={found.hasOwner ? 'addDevice.owned' : 'addDevice.free'} />
      </Text>
      <LinkButton to="/user/device/$uuid" params={{ uuid: found.uuid }} variant="default" onClick={close}>
        <FormattedMessage id="addDevice.openFound" />
      </LinkButton>
    </Stack>
  )
}
