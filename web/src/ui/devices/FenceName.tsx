import { hasOwnName } from '@carewatch/contracts/fences'
import type { Fence } from '@carewatch/contracts/http/fences'
import { FormattedMessage } from 'react-intl'

/** The home's fence is called by its word until somebody names it. */
export const FenceName = ({ fence }: { fence: Pick<Fence, 'isHome' | 'name'> }) =>
  hasOwnName(fence) ? <bdi>{fence.name}</bdi> : <FormattedMessage id="location.home" />
