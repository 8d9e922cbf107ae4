import { IconUserOff } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'

/** Erased meanwhile, or never the viewer's to see. */
export const WearerGone = () => (
  <Nothing
    isPage
    icon={<IconUserOff aria-hidden />}
    title={<FormattedMessage id="person.gone" />}
    why={<FormattedMessage id="wearer.goneWhy" />}
    action={
      <LinkButton to="/people" mt="md">
        <FormattedMessage id="wearer.toAll" />
      </LinkButton>
    }
  />
)
