import { articleDetails, newArticle } from '@carewatch/contracts/http/articles'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { intlLocale } from '@carewatch/contracts/languages'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconArrowNarrowLeft } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { TypeArt } from '../../ui/devices/TypeArt.tsx'
import styles from './ArticlePage.module.css'
import { ArticleText } from './ArticleText.tsx'
import { looks } from './looks.ts'

export function ArticlePage({ article }: Reply<typeof articleDetails>) {
  const may = useMay()
  const { uuid, type, title, summary, body, minutesToRead, imageUrl, language } = article
  return (
    <article className={styles['article']}>
      <title>{`${title} · Carewatch`}</title>
      <Group justify="space-between">
        <LinkButton
          to="/articles"
          search={{ type }}
          variant="subtle"
          leftSection={<IconArrowNarrowLeft className={styles['back']} size={20} aria-hidden />}
        >
          <FormattedMessage id={`articles.type.${type}`} />
        </LinkButton>
        {may(newArticle) ? (
          <Button variant="default" onClick={() => openDialog('editArticle', { uuid })}>
            <FormattedMessage id="action.edit" />
          </Button>
        ) : null}
      </Group>
      <div className={styles['art']}>
        <TypeArt imageUrl={imageUrl} {...looks[type]} />
      </div>
      <div lang={intlLocale(language)} dir="auto">
        <Title order={1} dir="auto">
          {title}
        </Title>
        <p className={styles['summary']} dir="auto">
          {summary}
        </p>
      </div>
      <Text size="sm" c="dimmed">
        <FormattedMessage id="articles.minutes" values={{ n: minutesToRead }} />
      </Text>
      <div
        className={styles['text']}
        lang={intlLocale(language)}
        dir={language === 'iw' || language === 'ar' ? 'rtl' : 'ltr'}
      >
        <ArticleText body={body} />
      </div>
    </article>
  )
}
