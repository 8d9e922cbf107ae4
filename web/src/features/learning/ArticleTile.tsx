import { type Article, deleteArticle } from '@carewatch/contracts/http/articles'
import { intlLocale } from '@carewatch/contracts/languages'
import { Badge, Group, Text, Title } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndShow } from '../../ui/page/done.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { Tile } from '../../ui/page/Tiles.tsx'
import { TypeArt } from '../../ui/devices/TypeArt.tsx'
import styles from './ArticleTile.module.css'
import { looks } from './looks.ts'

function Editing({ uuid, title }: Article) {
  const may = useMay()
  if (!may(deleteArticle)) return null
  return (
    <RowMenu
      of={title}
      actions={[
        { label: 'action.edit', run: () => openDialog('editArticle', { uuid }) },
        {
          label: 'action.delete',
          isDangerous: true,
          run: () => void deleteAndShow(() => call(deleteArticle, { params: { uuid } })),
        },
      ]}
    />
  )
}

export function ArticleTile({ article }: { article: Article }) {
  const may = useMay()
  const { uuid, type, title, summary, minutesToRead, imageUrl, isPublished, language } = article
  return (
    <Tile
      art={<TypeArt imageUrl={imageUrl} {...looks[type]} />}
      corner={<Editing {...article} />}
      foot={
        <Text size="sm" c="dimmed">
          <FormattedMessage id={`articles.type.${type}`} />
          {' · '}
          <FormattedMessage id="articles.minutes" values={{ n: minutesToRead }} />
        </Text>
      }
    >
      <Title order={2} lang={intlLocale(language)} dir="auto">
        <LinkText to="/articles/$uuid" params={{ uuid }} className={styles['link'] ?? ''}>
          {title}
        </LinkText>
      </Title>
      <Text lang={intlLocale(language)} dir="auto">
        {summary}
      </Text>
      {may(deleteArticle) ? (
        <Group gap="xs">
          <Badge variant="default">{languageNames[language]}</Badge>
          {isPublished ? null : (
            <Badge variant="default">
              <FormattedMessage id="catalogue.draft" />
            </Badge>
          )}
        </Group>
      ) : null}
    </Tile>
  )
}
