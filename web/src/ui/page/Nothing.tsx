import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './Nothing.module.css'

type Props = {
  icon: ReactNode
  title: ReactNode
  why?: ReactNode
  action?: ReactNode
  /** It is the whole screen: its title is the heading. */
  isPage?: boolean
}

/** Where a list has nothing to show: what it is, why it is empty, what to do. */
export function Nothing({ icon, title, why, action, isPage = false }: Props) {
  return (
    <Stack className={styles['nothing']} align="center" gap="xs">
      <span className={styles['icon']}>{icon}</span>
      <Title order={isPage ? 1 : 2}>{title}</Title>
      {why ? (
        <Text c="dimmed" maw="28rem">
          {why}
        </Text>
      ) : null}
      {action}
    </Stack>
  )
}
