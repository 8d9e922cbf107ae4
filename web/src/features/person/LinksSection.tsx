import type { Reply } from '@carewatch/contracts/http/endpoint'
import { endLink, type ownLinks, type PersonalLink } from '@carewatch/contracts/http/personal-links'
import type { PersonalLinkKind } from '@carewatch/contracts/personal-links'
import { Button, Group } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { confirmed } from '../../ui/form/confirm.tsx'
import { doAndShow } from '../../ui/page/done.ts'
import { Section } from '../../ui/page/Section.tsx'
import styles from './SessionsSection.module.css'

export type Links = Reply<typeof ownLinks>

async function end({ uuid }: PersonalLink): Promise<void> {
  const isSure = await confirmed({
    title: 'links.endTitle',
    body: <FormattedMessage id="links.endWhy" />,
    confirm: 'links.end',
    isDangerous: true,
  })
  if (isSure) await doAndShow('links.ended', () => call(endLink, { params: { uuid } }))
}

function Facts({ link: { createdAt, lastUsedAt } }: { link: PersonalLink }) {
  return (
    <span className={styles['facts']}>
      <span>
        <FormattedMessage id="passkeys.made" />: <Moment at={createdAt} />
      </span>
      <span>
        {lastUsedAt ? (
          <>
            <FormattedMessage id="passkeys.used" />: <Moment at={lastUsedAt} />
          </>
        ) : (
          <FormattedMessage id="links.unused" />
        )}
      </span>
    </span>
  )
}

function LinkRow({ kind, link }: { kind: PersonalLinkKind; link: PersonalLink | undefined }) {
  const open = () => openDialog('newLink', { kind, isAgain: link !== undefined })
  return (
    <li>
      <div>
        <b>
          <FormattedMessage id={`links.${kind}`} />
        </b>
        <div>
          <FormattedMessage id={`links.${kind}Why`} />
        </div>
        {link ? <Facts link={link} /> : null}
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={open}>
          <FormattedMessage id={link ? 'links.renew' : 'links.make'} />
        </Button>
        {link ? (
          <Button variant="default" onClick={() => void end(link)}>
            <FormattedMessage id="links.end" />
          </Button>
        ) : null}
      </Group>
    </li>
  )
}

/** Which programs of one's own read what is one's own. */
export function LinksSection({ links: { links, possible } }: { links: Links }) {
  if (possible.length === 0) return null
  return (
    <Section title="links.title">
      <ul className={styles['list']}>
        {possible.map((kind) => (
          <LinkRow key={kind} kind={kind} link={links.find((link) => link.kind === kind)} />
        ))}
      </ul>
    </Section>
  )
}
