import { z } from 'zod'

export const DemoEnv = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'takes a PostgreSQL address, postgres://user:password@host:port/name',
  }),
  DATA_DIR: z.string().min(1).default('.data'),
})
