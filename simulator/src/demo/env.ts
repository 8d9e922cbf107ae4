import { z } from 'zod'

export const DemoEnv = z.object({
  DATABASE_URL: z.string().startsWith('postgres'),
  DATA_DIR: z.string().min(1).default('.data'),
})
