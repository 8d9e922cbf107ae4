import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { FormattedMessage } from 'react-intl'
import { Ltr } from '../../ui/Ltr.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './ProfilePage.module.css'

export function ProfilePage({ user }: { user: CurrentUser }) {
  const facts = [
    { id: 'profile.name', value: `${user.firstName} ${user.lastName}` },
    { id: 'profile.role', value: <FormattedMessage id={`role.${user.role}`} /> },
    { id: 'profile.email', value: <Ltr>{user.email}</Ltr> },
    { id: 'profile.userName', value: <Ltr>{user.userName}</Ltr> },
    { id: 'profile.timeZone', value: <Ltr>{user.timeZone}</Ltr> },
  ] as const
  return (
    <Page title="menu.profile">
      <dl className={styles['facts']}>
        {facts.map(({ id, value }) => (
          <div key={id}>
            <dt>
              <FormattedMessage id={id} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Page>
  )
}
