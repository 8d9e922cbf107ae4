import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { LanguageButton } from '../../shell/LanguageButton.tsx'
import { Logo } from '../../shell/Logo.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import styles from './AuthPage.module.css'

type Props = { title: MessageId; lead: MessageId; children: ReactNode; links?: ReactNode }

/** A screen before the sign-in: one thing to do, and the ways to the others. */
export function AuthPage({ title, lead, children, links }: Props) {
  const intl = useIntl()
  return (
    <div className={styles['page']}>
      <aside className={styles['aside']} aria-hidden>
        <svg className={styles['pulse']} viewBox="0 0 600 160" preserveAspectRatio="none">
          <path d="M0 100h150l14-22 18 44 20-96 24 118 18-58 12 14h120l12-16 16 32 20-86 22 104 16-46 10 12h128" />
        </svg>
      </aside>
      <main className={styles['main']}>
        <title>{`${intl.formatMessage({ id: title })} · Carewatch`}</title>
        <div className={styles['card']}>
          <LinkText
            to="/"
            aria-label={intl.formatMessage({ id: 'shell.home' })}
            className={styles['home'] ?? ''}
          >
            <Logo large />
          </LinkText>
          <div>
            <Title order={1}>
              <FormattedMessage id={title} />
            </Title>
            <p className={styles['lead']}>
              <FormattedMessage id={lead} />
            </p>
          </div>
          {children}
          {links ? <div className={styles['links']}>{links}</div> : null}
          <LanguageButton />
        </div>
      </main>
    </div>
  )
}
