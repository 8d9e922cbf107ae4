import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { LandingPage } from './LandingPage.tsx'
import { StartPage } from './StartPage.tsx'

/** What stands at `/`: an invitation, or for those without another home their own start. */
export const HomePage = ({ user }: { user: CurrentUser | null }) =>
  user ? <StartPage user={user} /> : <LandingPage />
