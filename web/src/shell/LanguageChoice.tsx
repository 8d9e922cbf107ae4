import { changeLanguage } from '@carewatch/contracts/http/auth'
import { intlLocale, type Language, languages } from '@carewatch/contracts/languages'
import { UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { attempt } from '../feedback/attempt.ts'
import { call } from '../http/call.ts'
import { tokenAtom } from '../http/token.ts'
import { currentIntl } from '../i18n/intl.ts'
import { chooseLanguage, languageAtom } from '../i18n/language.ts'
import { languageNames } from '../i18n/language-names.ts'
import { snack } from '../feedback/snack.ts'
import styles from './LanguageChoice.module.css'

export function LanguageChoice({ onChosen }: { onChosen: () => void }) {
  const router = useRouter()
  const current = useAtomValue(languageAtom)
  const setLanguage = useSetAtom(chooseLanguage)
  const signedIn = useAtomValue(tokenAtom) !== null

  // No reload, unlike the old portal: a reload would silence the alarms until the next touch.
  const choose = async (language: Language) => {
    setLanguage(language)
    onChosen()
    const kept = signedIn
      ? await attempt(() => call(changeLanguage, { body: { selectedLanguage: language } }))
      : null
    if (kept) snack('success', 200, currentIntl().formatMessage({ id: 'language.changed' }))
    await router.invalidate()
  }

  return (
    <ul className={styles['list']}>
      {languages.map((language) => (
        <li key={language}>
          <UnstyledButton
            className={styles['choice']}
            lang={intlLocale(language)}
            aria-current={language === current}
            onClick={() => void choose(language)}
          >
            {languageNames[language]}
            {language === current ? <IconCheck size={20} aria-hidden /> : null}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
