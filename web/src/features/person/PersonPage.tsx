import type { sessionListing } from '@carewatch/contracts/http/auth'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { useMayManage } from '../../session/may-manage.ts'
import { Page } from '../../ui/Page.tsx'
import { Sections } from '../../ui/Sections.tsx'
import { AboutSection } from './AboutSection.tsx'
import { AccountSection } from './AccountSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { nameOf } from './name-of.ts'
import { OwnSecuritySection } from './OwnSecuritySection.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'
import { PushSection } from './PushSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { SmsSection } from './SmsSection.tsx'
import { SupervisorSection } from './SupervisorSection.tsx'
import { TelegramSection } from './TelegramSection.tsx'

export type Sessions = Reply<typeof sessionListing>['sessions']
/** `sessions`: one's own; null: it is somebody else's page. */
type Props = { person: UserDetail; sessions: Sessions | null }

/** A person: what is known of them, who looks after them, how they are told, and what may be done with their account. */
export function PersonPage({ person, sessions }: Props) {
  const mayManage = useMayManage()(person)
  const isOwn = sessions !== null
  return (
    <Page title={isOwn ? 'menu.profile' : 'page.person'} subject={nameOf(person)}>
      <AboutSection person={person} mayEdit={isOwn || mayManage} />
      <Sections>
        {isOwn ? <PushSection /> : null}
        <TelegramSection person={person} isOwn={isOwn} mayChange={isOwn || mayManage} />
        <SmsSection person={person} isOwn={isOwn} mayChange={isOwn || mayManage} />
        <SupervisorSection person={person} mayChange={mayManage} />
        <DevicesSection person={person} />
        {isOwn ? <PreferencesSection person={person} /> : null}
        {isOwn ? <OwnSecuritySection person={person} /> : null}
        {mayManage ? <AccountSection person={person} /> : null}
        {sessions ? <SessionsSection sessions={sessions} /> : null}
      </Sections>
    </Page>
  )
}
