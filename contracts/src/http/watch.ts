import { z } from 'zod'
import { Finding } from '../watch.ts'
import { endpoint } from './endpoint.ts'

export const watchFindings = endpoint({
  method: 'GET',
  path: '/watch',
  summary:
    'What is wrong with the portal itself right now, so that nobody takes a silent screen for a calm one',
  allow: 'signedIn',
  byKey: null,
  reply: z.object({ findings: z.array(Finding) }),
})
