import type { Calibration } from '@carewatch/contracts/http/calibration'
import { Radio, Stack } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Nothing } from '../../ui/page/Nothing.tsx'
import { Section } from '../../ui/page/Section.tsx'

type Props = {
  shown: Pick<Calibration, 'tags' | 'going'>
  value: string | null
  onPick: (uuid: string) => void
}

/** The tags that can be carried now, and how many gateways receive each. */
export function Tags({ shown: { tags, going }, value, onPick }: Props) {
  const intl = useIntl()
  const isCarried = (uuid: string) => going.some(({ beacon, isOwn }) => beacon.uuid === uuid && !isOwn)
  return (
    <Section title="walk.tag">
      {tags.length === 0 ? (
        <Nothing
          icon={<IconTag aria-hidden />}
          title={<FormattedMessage id="walk.noTag" />}
          why={<FormattedMessage id="walk.noTagWhy" />}
        />
      ) : (
        <Radio.Group
          value={value}
          onChange={onPick}
          aria-label={intl.formatMessage({ id: 'walk.tag' })}
          description={intl.formatMessage({ id: 'walk.tagHint' })}
        >
          <Stack gap="sm" mt="sm">
            {tags.map(({ uuid, name, gateways }) => (
              <Radio
                key={uuid}
                value={uuid}
                disabled={isCarried(uuid)}
                label={<bdi>{name}</bdi>}
                description={intl.formatMessage(
                  { id: isCarried(uuid) ? 'walk.carried' : 'walk.receivedBy' },
                  { n: gateways },
                )}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Section>
  )
}
