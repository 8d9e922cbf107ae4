import { watchTopic } from '@carewatch/contracts/topics'
import { Accordion, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { Secret } from '../../ui/Secret.tsx'

const MQTT_PORT = 1883

/** How a watch that speaks MQTT reaches this server. */
export function Connecting({ imei }: { imei: string }) {
  return (
    <Accordion variant="contained">
      <Accordion.Item value="connect">
        <Accordion.Control>
          <FormattedMessage id="addDevice.connect" />
        </Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            <Text size="sm">
              <FormattedMessage id="addDevice.connectHow" />
            </Text>
            <Secret label="addDevice.address" value={`mqtt://${location.hostname}:${MQTT_PORT}`} />
            <Secret label="addDevice.sendsTo" value={watchTopic(imei, 'readings')} />
            <Secret label="addDevice.events" value={watchTopic(imei, 'event')} />
            <Secret label="addDevice.listensTo" value={watchTopic(imei, 'command')} />
            <Secret label="addDevice.settingsFrom" value={watchTopic(imei, 'settings')} />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}
