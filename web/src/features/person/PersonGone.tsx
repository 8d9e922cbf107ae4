import { IconUserOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'

/** Deleted meanwhile, or never the viewer's to see. */
export const PersonGone = () => (
  <Nothing
    isPage
    icon={<IconUserOff aria-hidden />}
    title={<FormattedMessage id="person.gone" />}
    why={<FormattedMessage id="person.goneWhy" />}
    action={
      <LinkButton to="/" mt="md">
        <FormattedMessage id="error.home" />
      </LinkButton>
    }
  />
)
