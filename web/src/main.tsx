import './shell/fonts.css'
import './shell/mantine.css'
import '@mantine/notifications/styles.css'
import './shell/theme.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { Provider } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Snacks } from './shell/Snacks.tsx'
import { watchLostCode } from './http/lost-code.ts'
import { followOtherTabs, tokenAtom } from './http/token.ts'
import { startLanguage } from './i18n/intl.ts'
import { LocaleProvider } from './i18n/LocaleProvider.tsx'
import { registerWorker } from './pwa/register.ts'
import { router } from './router.ts'
import { textsFor } from './shell/first-texts.ts'
import { loadCodeAhead } from './shell/load-code-ahead.ts'
import { startSession } from './shell/start-session.ts'
import { drawWithoutTexts } from './shell/without-texts.ts'
import { followFontSize } from './preferences/preferences.ts'
import { watchSoundPermission } from './live/sounds.ts'
import { firstScreenStands, LATEST_FIRST_SCREEN_MS } from './ui/later.ts'
import { theme } from './shell/theme.ts'
import { store } from './store.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

watchLostCode()
followFontSize()
followOtherTabs()
watchSoundPermission()
loadCodeAhead()

function draw(on: HTMLElement): void {
  startSession()
  router.subscribe('onRendered', firstScreenStands)
  // Calls that hang hold it back; the menu of the account and the worker do not wait for them.
  setTimeout(firstScreenStands, LATEST_FIRST_SCREEN_MS)
  void registerWorker((path) => router.history.push(path))
  createRoot(on).render(
    <StrictMode>
      <Provider store={store}>
        <LocaleProvider>
          <MantineProvider theme={theme} defaultColorScheme="auto">
            <Snacks />
            <RouterProvider router={router} />
          </MantineProvider>
        </LocaleProvider>
      </Provider>
    </StrictMode>,
  )
}

// Whoever is not signed in sees the page for that first.
const first = store.get(tokenAtom) === null ? 'signIn' : textsFor(router.matchRoutes(router.latestLocation))
await startLanguage(first).then(
  () => draw(root),
  () => drawWithoutTexts(root),
)
