import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'

/** It is registered all the same: some watches have numbers that never had a check digit. */
export const DoubtfulImei = () => (
  <Text component="span" display="block" size="sm">
    <IconAlertTriangle size={16} aria-hidden style={{ verticalAlign: '-0.15em' }} />{' '}
    <FormattedMessage id="devices.imeiDoubtful" />
  </Text>
)
