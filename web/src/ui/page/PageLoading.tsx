import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

/** The shape of a screen while its data is on the way. */
export function PageLoading() {
  return (
    <Stack aria-busy="true" gap="lg">
      <VisuallyHidden component="output">
        <FormattedMessage id="loading" />
      </VisuallyHidden>
      <Skeleton height="1.75rem" width="14rem" />
      <Skeleton height="6rem" radius="lg" />
      <Skeleton height="6rem" radius="lg" />
      <Skeleton height="6rem" radius="lg" />
    </Stack>
  )
}
