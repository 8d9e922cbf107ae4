import { changeLanguage } from '@carewatch/contracts/http/auth'
import { intlLocale, type Language, languages } from '@carewatch/contracts/languages'
import { UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { attempt } from '../http/attempt.ts'
import { call } from '../http/call.ts'
import { tokenAtom } from '../http/token.ts'
import { currentIntl } from '../i18n/intl.ts'
import { languageAtom } from '../i18n/language.ts'
import { snack } from '../ui/snack.ts'
import styles from './LanguageChoice.module.css'

/** Each language by its own name, so that nobody is lost in a foreign one. */
const names: Record<Language, string> = {
  en: 'English',
  iw: 'עברית',
  bg: 'Български',
  ru: 'Русский',
  de: 'Deutsch',
  ar: 'العربية',
  lv: 'Latviešu',
  fr: 'Français',
}

export function LanguageChoice({ onChosen }: { onChosen: () => void }) {
  const router = useRouter()
  const [current, setLanguage] = useAtom(languageAtom)
  const signedIn = useAtomValue(tokenAtom) !== null

  // No reload, unlike the old portal: a reload would silence the alarms until the next touch.
  const choose = async (language: Language) => {
    setLanguage(language)
    onChosen()
    if (!signedIn) return
    const kept = await attempt(() => call(changeLanguage, { body: { selectedLanguage: language } }))
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
            {names[language]}
            {language === current ? <IconCheck size={20} aria-hidden /> : null}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
