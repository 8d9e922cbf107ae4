import { intlLocale, type Language } from '@carewatch/contracts/languages'
import { followNewBuild } from '../http/lost-code.ts'

const sentences: Record<Language, string> = {
  en: 'The page did not load. Alarms do not ring here. Load it again.',
  iw: 'הדף לא נטען. התרעות לא יישמעו כאן. יש לטעון אותו שוב.',
  bg: 'Страницата не се зареди. Тук няма да звъни аларма. Заредете я отново.',
  ru: 'Страница не загрузилась. Тревоги здесь не звучат. Загрузите её снова.',
  de: 'Die Seite wurde nicht geladen. Alarme klingeln hier nicht. Laden Sie sie neu.',
  ar: 'لم يتم تحميل الصفحة. لن ترنّ الإنذارات هنا. أعد تحميلها.',
  lv: 'Lapa netika ielādēta. Trauksmes šeit neskanēs. Ielādējiet to vēlreiz.',
  fr: 'La page ne s’est pas chargée. Les alarmes ne sonnent pas ici. Rechargez-la.',
}

/** Where not even the texts came: what is so, in every language, and a way on. A page of an older build is loaded anew by itself. */
export function drawWithoutTexts(root: HTMLElement): void {
  const lines = Object.entries(sentences).map(([language, text]) => {
    const line = document.createElement('p')
    // Safe: the keys of the sentences.
    line.lang = intlLocale(language as Language)
    line.dir = 'auto'
    line.textContent = text
    return line
  })
  const again = document.createElement('button')
  again.textContent = '↻ Carewatch'
  // Large enough for a finger: no sheet of ours may be here.
  again.style.minHeight = '44px'
  again.style.paddingInline = '16px'
  root.style.padding = '16px'
  again.addEventListener('click', () => location.reload())
  root.replaceChildren(...lines, again)
  void followNewBuild()
}
