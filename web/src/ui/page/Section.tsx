import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './Section.module.css'

type Props = { title: MessageId; actions?: ReactNode; children: ReactNode }

/** A part of a screen under a heading of its own. */
export function Section({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <header className={styles['head']}>
        <Title order={2} id={id}>
          <FormattedMessage id={title} />
        </Title>
        {actions ? <div className={styles['actions']}>{actions}</div> : null}
      </header>
      {children}
    </section>
  )
}
