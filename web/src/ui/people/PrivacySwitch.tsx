import { Switch } from '@mantine/core'
import { useAtom } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { privacyAtom } from '../../preferences/wall-names.ts'

/** Whether names stand on a wall that visitors pass. */
export function PrivacySwitch() {
  const [privacy, setPrivacy] = useAtom(privacyAtom)
  return (
    <Switch
      size="md"
      label={<FormattedMessage id="rooms.initials" />}
      checked={privacy === 'initials'}
      onChange={({ currentTarget }) => setPrivacy(currentTarget.checked ? 'initials' : 'names')}
    />
  )
}
