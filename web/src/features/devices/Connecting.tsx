import { formatNameOf, formatOf } from '@carewatch/contracts/formats'
import type { Device } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { deviceAddress } from '@carewatch/contracts/http/portal'
import type { SetUpMessage } from '@carewatch/contracts/set-up-sms'
import { watchTopic } from '@carewatch/contracts/topics'
import { Accordion, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Secret } from '../../ui/controls/Secret.tsx'
import type { Model } from '../../ui/devices/use-model.ts'
import { Notice } from '../../ui/page/Notice.tsx'
import { SetUp } from './SetUp.tsx'

type Address = Reply<typeof deviceAddress>
type Props = { address: Address; host: string }
type OnMessage = { onMessage?: ((message: SetUpMessage | null) => void) | undefined }

const Mqtts = ({ address: { mqttsPort }, host }: Props) =>
  mqttsPort === null ? null : (
    <Secret label="addDevice.encrypted" value={`mqtts://${host}:${mqttsPort}`} testId="device-mqtts" />
  )

function OverMqtt({ imei, ...at }: Props & { imei: string }) {
  return (
    <>
      <Text size="sm">
        <FormattedMessage id="addDevice.connectHow" />
      </Text>
      <Mqtts {...at} />
      <Secret
        label="addDevice.address"
        value={`mqtt://${at.host}:${at.address.mqttPort}`}
        testId="device-mqtt"
      />
      <Secret label="addDevice.sendsTo" value={watchTopic(imei, 'readings')} />
      <Secret label="addDevice.events" value={watchTopic(imei, 'event')} />
      <Secret label="addDevice.listensTo" value={watchTopic(imei, 'command')} />
      <Secret label="addDevice.settingsFrom" value={watchTopic(imei, 'settings')} />
    </>
  )
}

/** The app of a phone: its own words for where to write what. */
function OverOwnTracks({ address, host }: Props) {
  return (
    <>
      <Text size="sm">
        <FormattedMessage id="addDevice.ownTracksHow" />
      </Text>
      <Secret label="addDevice.host" value={host} />
      <Secret label="addDevice.port" value={String(address.mqttsPort ?? address.mqttPort)} />
    </>
  )
}

function OverTcp({ address: { tcpPort }, host, uuid, onMessage }: Props & OnMessage & { uuid: string }) {
  if (tcpPort === null) {
    return (
      <Notice tone="caution">
        <FormattedMessage id="addDevice.tcpClosed" />
      </Notice>
    )
  }
  return (
    <>
      <Text size="sm">
        <FormattedMessage id="addDevice.tcpHow" />
      </Text>
      <Secret label="addDevice.host" value={host} />
      <Secret label="addDevice.port" value={String(tcpPort)} testId="device-port" />
      <SetUp uuid={uuid} at={{ host, port: tcpPort }} onMessage={onMessage} />
    </>
  )
}

function useAddress(): Address | null {
  const [address, setAddress] = useState<Address | null>(null)
  useEffect(() => {
    let isShown = true
    void attempt(() => call(deviceAddress, {})).then((found) => {
      if (isShown && found) setAddress(found)
    })
    return () => {
      isShown = false
    }
  }, [])
  return address
}

type Of = OnMessage & { device: Device; model: Model | undefined }

/** What is spoken by a device: of the name of a format that stands for a model, no model is kept. */
const transportOf = ({ deviceModel }: Device, model: Model | undefined) =>
  model?.transport ?? formatOf(formatNameOf(deviceModel)).transport

/** How it reaches this server, step by step. */
export function ConnectingSteps({ device, model, onMessage }: Of) {
  const address = useAddress()
  if (!address) return <Loader size={22} aria-hidden />
  const at = { address, host: address.host ?? location.hostname }
  if (transportOf(device, model) === 'TCP')
    return <OverTcp {...at} uuid={device.uuid} onMessage={onMessage} />
  return model?.kind === 'PHONE' ? <OverOwnTracks {...at} /> : <OverMqtt imei={device.imei} {...at} />
}

/** How a watch reaches this server: by the format of its model. */
export function Connecting({ device, model }: Omit<Of, 'onMessage'>) {
  return (
    <Accordion
      key={model?.transport}
      variant="contained"
      defaultValue={model?.transport === 'TCP' ? 'connect' : null}
    >
      <Accordion.Item value="connect">
        <Accordion.Control>
          <FormattedMessage id="addDevice.connect" />
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <ConnectingSteps device={device} model={model} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
