import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'

export const NotificationsSearch = z.object({
  device: Uuid.optional().catch(undefined),
  selected: Uuid.optional().catch(undefined),
})
