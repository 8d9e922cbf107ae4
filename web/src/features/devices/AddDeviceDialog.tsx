import { allModels } from '@carewatch/contracts/http/models'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import type { DialogProps } from '../../dialogs/names.ts'
import { call } from '../../http/call.ts'
import { known } from '../../ui/people/lookups.ts'
import { reloadScreens } from '../../ui/page/reload.ts'
import { likelyModel, useModel } from '../../ui/devices/use-model.ts'
import { useUnsaved } from '../../ui/form/unsaved.ts'
import type { Stage } from '../../ui/wizard/stages.ts'
import { Wizard } from '../../ui/wizard/Wizard.tsx'
import { AgentStage, DetailsStage, ImeiStage } from './DeviceStages.tsx'
import { DeviceThankYou } from './DeviceThankYou.tsx'
import { ExistingDevice } from './ExistingDevice.tsx'
import { type MadeDevice, useNewDevice } from './use-new-device.ts'

type Props = {
  props: DialogProps['addDevicePopover'] & { imei?: string; deviceModel?: string }
  close: () => void
}

/** The list behind shows the new device once the wizard is gone. */
function useReloadAfter(isMade: boolean) {
  useEffect(() => (isMade ? reloadScreens : undefined), [isMade])
}

/** Where a password was shown, somebody says that it has been copied. */
function Done({ made, close }: { made: MadeDevice | null; close: () => void }) {
  const model = useModel(made?.device.deviceModel)
  return (
    <Button onClick={close}>
      <FormattedMessage id={made && model?.transport !== 'TCP' ? 'devices.done' : 'action.close'} />
    </Button>
  )
}

/** Imei, existingFound, deviceDetails, agentSelection, thankyou (specification, point 2: Wizards). */
function AddDevice({ props: { company, branch, owner, imei, deviceModel }, close }: Props) {
  const [at, setAt] = useState('imei')
  const given = {
    ...(company && { companyId: company.uuid }),
    ...(branch && { branchId: branch.uuid }),
    ...(owner && { ownerUUID: owner.uuid }),
    ...(imei && { imei }),
    ...(deviceModel && { deviceModel }),
  }
  const { form, found, made, isSending, isRight, look, send } = useNewDevice(given, setAt)
  useUnsaved(form.isDirty() && !made)
  useReloadAfter(made !== null)
  const isBegun = at !== 'thankyou'
  const place = { company: known(company), branch: known(branch), owner: known(owner) }
  const stages: readonly Stage[] = [
    {
      id: 'imei',
      title: 'addDevice.imei',
      isVisible: isBegun,
      leave: look,
      show: () => <ImeiStage form={form} />,
    },
    {
      id: 'existingFound',
      title: 'addDevice.existingFound',
      isVisible: isBegun && found !== null,
      show: () => <ExistingDevice found={found} close={close} />,
    },
    {
      id: 'deviceDetails',
      title: 'addDevice.deviceDetails',
      isVisible: isBegun && found === null,
      leave: () => isRight('deviceDetails'),
      show: () => <DetailsStage form={form} />,
    },
    {
      id: 'agentSelection',
      title: 'addDevice.agentSelection',
      isVisible: isBegun && found === null,
      show: () => <AgentStage form={form} known={place} />,
    },
    {
      id: 'thankyou',
      title: 'addDevice.thankyou',
      isVisible: !isBegun,
      show: () => <DeviceThankYou made={made} />,
    },
  ]
  const finish =
    at === 'agentSelection' ? (
      <Button loading={isSending} onClick={() => void send()}>
        <FormattedMessage id="devices.add" />
      </Button>
    ) : (
      <Done made={made} close={close} />
    )
  return <Wizard stages={stages} at={at} onMove={setAt} finish={finish} />
}

const title = 'devices.add'

type Seen = DialogProps['addDevice']

/** One that has sent messages already is likely a model of their format. */
async function modelOf({ format }: Seen): Promise<string | undefined> {
  if (!format) return undefined
  const { models } = await call(allModels, { query: { kind: 'DEVICE', size: PAGE_SIZE_MAX } })
  return likelyModel(models, format)
}

export const addDevice = dialog<Seen, { deviceModel: string | undefined }>({
  title,
  size: 'lg',
  load: async (seen) => ({ deviceModel: await modelOf(seen) }),
  Body: ({ props: { imei }, loaded: { deviceModel }, close }) => (
    <AddDevice props={{ ...(imei && { imei }), ...(deviceModel && { deviceModel }) }} close={close} />
  ),
})

/** The same for a branch, a company or an owner that is given. */
export const addDevicePopover = dialog<DialogProps['addDevicePopover']>({
  title,
  suffix: ({ company, branch, owner }) => (owner ?? branch ?? company)?.name,
  size: 'lg',
  Body: AddDevice,
})
