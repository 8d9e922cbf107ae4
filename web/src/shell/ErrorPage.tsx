import { IconCompass, IconLock, IconTool } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Nothing } from '../ui/page/Nothing.tsx'
import styles from './ErrorPage.module.css'

const icons = { 401: IconLock, 404: IconCompass, 500: IconTool }

export function ErrorPage({ name }: { name: keyof typeof icons | `${keyof typeof icons}` }) {
  const Icon = icons[name]
  return (
    <main className={styles['page']}>
      <Nothing
        isPage
        icon={<Icon aria-hidden />}
        title={<FormattedMessage id={`error.${name}.title`} />}
        why={<FormattedMessage id={`error.${name}.why`} />}
        action={
          <LinkButton to="/" mt="md">
            <FormattedMessage id="error.home" />
          </LinkButton>
        }
      />
    </main>
  )
}
