import { IconBarbell, IconBook2, IconYoga } from '@tabler/icons-react'

export const looks = {
  yoga: { icon: IconYoga, tone: 2 },
  gym: { icon: IconBarbell, tone: 1 },
  general: { icon: IconBook2, tone: 0 },
} as const
