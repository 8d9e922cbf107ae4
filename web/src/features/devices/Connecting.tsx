import type { Device } from '@carewatch/contracts/http/devices'
import { watchTopic } from '@carewatch/contracts/topics'
import { Accordion, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Secret } from '../../ui/controls/Secret.tsx'
import type { Model } from '../../ui/devices/use-model.ts'

const MQTT_PORT = 1883
const TCP_PORT = 5093

function OverMqtt({ imei }: { imei: string }) {
  return (
    <>
      <Text size="sm">
        <FormattedMessage id="addDevice.connectHow" />
      </Text>
      <Secret label="addDevice.address" value={`mqtt://${location.hostname}:${MQTT_PORT}`} />
      <Secret label="addDevice.sendsTo" value={watchTopic(imei, 'readings')} />
      <Secret label="addDevice.events" value={watchTopic(imei, 'event')} />
      <Secret label="addDevice.listensTo" value={watchTopic(imei, 'command')} />
      <Secret label="addDevice.settingsFrom" value={watchTopic(imei, 'settings')} />
    </>
  )
}

/** The app of a phone: its own words for where to write what. */
function OverOwnTracks() {
  return (
    <>
      <Text size="sm">
        <FormattedMessage id="addDevice.ownTracksHow" />
      </Text>
      <Secret label="addDevice.host" value={location.hostname} />
      <Secret label="addDevice.port" value={String(MQTT_PORT)} />
    </>
  )
}

function OverTcp() {
  return (
    <>
      <Text size="sm">
        <FormattedMessage id="addDevice.tcpHow" />
      </Text>
      <Secret label="addDevice.host" value={location.hostname} />
      <Secret label="addDevice.port" value={String(TCP_PORT)} />
    </>
  )
}

/** How a watch reaches this server: by the format of its model. */
export function Connecting({ device, model }: { device: Device; model: Model | undefined }) {
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
            {model?.transport === 'TCP' ? (
              <OverTcp />
            ) : model?.kind === 'PHONE' ? (
              <OverOwnTracks />
            ) : (
              <OverMqtt imei={device.imei} />
            )}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
