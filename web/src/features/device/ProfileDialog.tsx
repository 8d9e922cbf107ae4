import { chooseProfile, deviceProfile } from '@carewatch/contracts/http/device-profile'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'

type Loaded = Reply<typeof deviceProfile> & { uuid: string }
/** In the list: as is guessed. */
const GUESS = 'guess'

function Choose({ loaded: { uuid, profile }, close }: { loaded: Loaded; close: () => void }) {
  const intl = useIntl()
  const { taken, guess, choices } = profile
  const guessed = guess
    ? intl.formatMessage({ id: 'profile.guessOf' }, { profile: guess.label })
    : intl.formatMessage({ id: 'profile.guessNone' })
  const form = useEndpointForm({
    endpoint: chooseProfile,
    params: { uuid },
    initial: { profile: taken?.by === 'CHOSEN' ? taken.name : GUESS },
    body: ({ profile: chosen }) => ({ profile: chosen === GUESS ? null : chosen }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const options = [
    { value: GUESS, label: guessed },
    ...choices.map(({ name, label }) => ({ value: name, label })),
  ]
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Text>
        <FormattedMessage id="profile.chooseWhy" />
      </Text>
      <Fields
        form={form}
        fields={[{ kind: 'select', name: 'profile', label: 'profile.taken', required: true, options }]}
      />
    </EndpointForm>
  )
}

/** Which model of its make a watch is, or as is guessed by what it sends. */
export const chooseProfileDialog = dialog<{ uuid: string }, Loaded>({
  title: 'profile.title',
  load: async ({ uuid }) => ({ uuid, ...(await call(deviceProfile, { params: { uuid } })) }),
  Body: Choose,
})
