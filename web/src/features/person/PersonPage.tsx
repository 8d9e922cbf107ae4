import type { OwnChannel } from '@carewatch/contracts/http/channels'
import type { UserDetail } from '@carewatch/contracts/http/user-forms'
import { useMayManage } from '../../session/may-manage.ts'
import { type CheckIn, CheckInCard } from '../../ui/people/CheckInCard.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Sections } from '../../ui/page/Sections.tsx'
import { AboutSection } from './AboutSection.tsx'
import { AccountSection } from './AccountSection.tsx'
import { ChannelsSection } from './ChannelsSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { type Links, LinksSection } from './LinksSection.tsx'
import { nameOf } from './name-of.ts'
import { OwnCompanySection } from './OwnCompanySection.tsx'
import { OwnSecuritySection } from './OwnSecuritySection.tsx'
import { type Passkeys, PasskeysSection } from './PasskeysSection.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'
import { PushSection } from './PushSection.tsx'
import { type Sessions, SessionsSection } from './SessionsSection.tsx'
import { SmsSection } from './SmsSection.tsx'
import { SupervisorSection } from './SupervisorSection.tsx'
import { TelegramSection } from './TelegramSection.tsx'

/** `own`: what only the person themselves sees; null: it is somebody else's page. */
type Props = {
  person: UserDetail
  own: {
    sessions: Sessions
    channels: OwnChannel[]
    passkeys: Passkeys
    links: Links
    checkIn: CheckIn | null
  } | null
}

/** A person: what is known of them, who looks after them, how they are notified, and what may be done with their account. */
export function PersonPage({ person, own }: Props) {
  const mayManage = useMayManage()(person)
  const isOwn = own !== null
  return (
    <Page title={isOwn ? 'menu.profile' : 'page.person'} subject={nameOf(person)}>
      {own?.checkIn ? <CheckInCard loaded={own.checkIn} /> : null}
      <AboutSection person={person} mayEdit={isOwn || mayManage} />
      <Sections>
        {own ? <ChannelsSection channels={own.channels} person={person} /> : null}
        {isOwn ? <PushSection /> : null}
        <TelegramSection person={person} isOwn={isOwn} mayChange={isOwn || mayManage} />
        <SmsSection person={person} isOwn={isOwn} mayChange={isOwn || mayManage} />
        <SupervisorSection person={person} mayChange={mayManage} />
        <DevicesSection person={person} />
        {isOwn ? <PreferencesSection person={person} /> : null}
        {isOwn ? <OwnSecuritySection person={person} /> : null}
        {own ? <PasskeysSection passkeys={own.passkeys} /> : null}
        {own ? <LinksSection links={own.links} /> : null}
        {isOwn ? <OwnCompanySection /> : null}
        {mayManage ? <AccountSection person={person} /> : null}
        {own ? <SessionsSection sessions={own.sessions} /> : null}
      </Sections>
    </Page>
  )
}
