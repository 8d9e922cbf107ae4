import { newDevice, unregisteredDevices } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { allModels } from '@carewatch/contracts/http/models'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { Button } from '@mantine/core'
import { IconEar } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { FoundList } from '../../ui/controls/FoundList.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { likelyModel } from '../../ui/devices/use-model.ts'

type Seen = Reply<typeof unregisteredDevices>['devices'][number]
type Loaded = { seen: readonly Seen[]; models: Reply<typeof allModels>['models'] }

const IMEI = /^\d{15}$/

/** A watch that signs itself by a part of its IMEI is registered by the whole of it, which stands on its back. */
function Register({ seen: { username, format }, close }: { seen: Seen; close: () => void }) {
  const may = useMay()
  const intl = useIntl()
  if (!may(newDevice)) return null
  const register = () => {
    close()
    openDialog('addDevice', { ...(IMEI.test(username) && { imei: username }), format })
  }
  return (
    <Button
      variant="default"
      aria-label={intl.formatMessage({ id: 'seenDevices.registerOne' }, { name: username })}
      onClick={register}
    >
      <FormattedMessage id="seenDevices.register" />
    </Button>
  )
}

function SeenDevices({ loaded: { seen, models }, close }: { loaded: Loaded; close: () => void }) {
  const intl = useIntl()
  if (seen.length === 0)
    return (
      <Nothing
        icon={<IconEar aria-hidden />}
        title={<FormattedMessage id="seenDevices.none" />}
        why={<FormattedMessage id="seenDevices.noneWhy" />}
      />
    )
  return (
    <FoundList
      label={intl.formatMessage({ id: 'seenDevices.title' })}
      found={seen.map((one) => {
        const seems = likelyModel(models, one.format)
        return {
          key: one.username,
          title: <Ltr>{one.username}</Ltr>,
          facts: [
            {
              id: 'seems',
              shown: seems ? (
                <FormattedMessage id="found.seems" values={{ what: <bdi key="what">{seems}</bdi> }} />
              ) : null,
            },
            {
              id: 'attempts',
              shown: <FormattedMessage id="seenDevices.attempts" values={{ n: one.attempts }} />,
            },
            { id: 'last', shown: <Age at={one.lastSeenAt} /> },
          ],
          action: <Register seen={one} close={close} />,
        }
      })}
    />
  )
}

/** Devices that knocked and are nobody's yet. */
export const seenDevices = dialog<Record<never, never>, Loaded>({
  title: 'seenDevices.title',
  size: 'xl',
  load: async () => {
    const [{ devices }, { models }] = await Promise.all([
      call(unregisteredDevices, { query: { size: 100 } }),
      call(allModels, { query: { kind: 'DEVICE', size: PAGE_SIZE_MAX } }),
    ])
    return { seen: devices, models }
  },
  Body: SeenDevices,
})
