import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type MessageId } from '../../i18n/messages.ts'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './Page.module.css'

type Props = {
  title: MessageId
  /** Whom or what the screen is about: its heading says it first. */
  subject?: string | undefined
  actions?: ReactNode
  /** A board: it takes all the room there is. */
  isWide?: boolean
  children: ReactNode
}

/** A screen: its name in the heading and in the browser's tab, what one can do, and the rest. */
export function Page({ title, subject, actions, isWide = false, children }: Props) {
  const intl = useIntl()
  return (
    <div className={styles['page']} data-wide={isWide}>
      <title>{[subject, intl.formatMessage({ id: title }), 'Carewatch'].filter(Boolean).join(' · ')}</title>
      <header className={styles['head']}>
        <Title order={1}>{subject ? <bdi>{subject}</bdi> : <FormattedMessage id={title} />}</Title>
        {actions ? <div className={styles['actions']}>{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}
