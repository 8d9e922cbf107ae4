import { z } from 'zod'

/** PUBLIC_URL. A host without `https://` is a URL too (of the scheme `care.example.org:`), and leads nowhere. */
export const PublicUrl = z.url({
  protocol: /^https?$/,
  error: 'takes the address people open, with http:// or https://, such as https://care.example.org',
})
