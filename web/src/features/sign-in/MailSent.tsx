import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { FormattedMessage } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import styles from './MailSent.module.css'

type Props = {
  icon: ComponentType<IconProps>
  message: 'register.sent' | 'forgot.sent'
  email: string
}

/** Where to look next; the address stands masked, for whoever looks over one's shoulder. */
export const MailSent = ({ icon: Icon, message, email }: Props) => (
  <output className={styles['sent']}>
    <Icon size={36} stroke={1.4} aria-hidden />
    <span>
      <FormattedMessage id={message} values={{ email: <Ltr>{email}</Ltr> }} />
    </span>
  </output>
)
