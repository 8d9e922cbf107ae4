import { Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Logo } from '../../shell/Logo.tsx'
import { LanguageButton } from '../../shell/LanguageButton.tsx'
import { SignInForm } from './SignInForm.tsx'
import styles from './SignInPage.module.css'

export function SignInPage() {
  return (
    <div className={styles['page']}>
      <aside className={styles['aside']} aria-hidden>
        <svg className={styles['pulse']} viewBox="0 0 600 160" preserveAspectRatio="none">
          <path d="M0 100h150l14-22 18 44 20-96 24 118 18-58 12 14h120l12-16 16 32 20-86 22 104 16-46 10 12h128" />
        </svg>
      </aside>
      <main className={styles['main']}>
        <title>Carewatch</title>
        <div className={styles['card']}>
          <Logo large />
          <div>
            <Title order={1}>
              <FormattedMessage id="signIn.title" />
            </Title>
            <p className={styles['lead']}>
              <FormattedMessage id="signIn.lead" />
            </p>
          </div>
          <SignInForm />
          <LanguageButton />
        </div>
      </main>
    </div>
  )
}
