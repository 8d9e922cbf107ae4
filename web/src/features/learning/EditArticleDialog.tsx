import { articleTypes } from '@carewatch/contracts/catalogue'
import {
  type Article,
  ARTICLE_BODY_MAX,
  articleToEdit,
  everyArticle,
  newArticle,
  updateArticle,
} from '@carewatch/contracts/http/articles'
import { languages } from '@carewatch/contracts/languages'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { languageNames } from '../../i18n/language-names.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field, Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { PictureField } from '../../ui/people/PictureField.tsx'

type Loaded = { article: (Article & { body: string }) | undefined; original: Option | undefined }

async function findEnglish(typed: string): Promise<Option[]> {
  const search = typed.trim()
  const query = { language: 'en' as const, size: 20, ...(search && { search }) }
  const { articles } = await call(everyArticle, { query })
  return articles.map(({ uuid, title }) => ({ value: uuid, label: title }))
}

function useFields(language: string, { original }: Loaded): readonly Field[] {
  const intl = useIntl()
  const types = articleTypes.map((value) => ({
    value,
    label: intl.formatMessage({ id: `articles.type.${value}` }),
  }))
  const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }))
  const originals: readonly Field[] = [
    {
      kind: 'lookup',
      name: 'originalUuid',
      label: 'articles.original',
      hint: 'articles.originalHint',
      find: findEnglish,
      known: original,
    },
  ]
  return [
    { kind: 'text', name: 'title', label: 'articles.title', required: true, maxLength: 150 },
    { kind: 'select', name: 'type', label: 'catalogue.type', required: true, half: true, options: types },
    { kind: 'select', name: 'language', label: 'articles.language', half: true, options: languageOptions },
    ...(language === 'en' ? [] : originals),
    { kind: 'text', name: 'summary', label: 'catalogue.summary', required: true, maxLength: 300 },
    {
      kind: 'longText',
      name: 'body',
      label: 'articles.body',
      hint: 'articles.bodyHint',
      required: true,
      maxLength: ARTICLE_BODY_MAX,
    },
    { kind: 'number', name: 'minutesToRead', label: 'articles.minutesToRead', half: true, min: 1, max: 120 },
    { kind: 'checkbox', name: 'isPublished', label: 'catalogue.published' },
  ]
}

const initialOf = ({ article }: Loaded) => ({
  title: article?.title ?? '',
  type: article?.type ?? null,
  language: article?.language ?? 'en',
  originalUuid: article?.originalUuid ?? null,
  summary: article?.summary ?? '',
  body: article?.body ?? '',
  minutesToRead: article?.minutesToRead ?? 2,
  isPublished: article?.isPublished ?? true,
  pictureUuid: undefined,
})
type Values = ReturnType<typeof initialOf>

const bodyOf = ({ type, pictureUuid, originalUuid, ...values }: Values) => ({
  ...values,
  ...(type && { type }),
  ...(pictureUuid !== undefined && { pictureUuid }),
  ...(values.language !== 'en' && { originalUuid }),
})

function useArticleForm(loaded: Loaded, close: () => void) {
  const { article } = loaded
  const onDone = () => {
    close()
    showDone(article ? 'done.saved' : 'done.added')
  }
  const added = useEndpointForm({ endpoint: newArticle, initial: initialOf(loaded), body: bodyOf, onDone })
  const changed = useEndpointForm({
    endpoint: updateArticle,
    params: { uuid: article?.uuid },
    initial: initialOf(loaded),
    body: (values) => ({ ...bodyOf(values), updatedAt: article?.updatedAt.toISOString() }),
    onDone,
  })
  return article ? changed : added
}

function EditArticle({ loaded, close }: { loaded: Loaded; close: () => void }) {
  const form = useArticleForm(loaded, close)
  const fields = useFields(form.values.language, loaded)
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fields} />
      <PictureField form={form} name="pictureUuid" imageUrl={loaded.article?.imageUrl ?? null} />
    </EndpointForm>
  )
}

async function load({ uuid }: { uuid?: string }): Promise<Loaded> {
  if (!uuid) return { article: undefined, original: undefined }
  const { article } = await call(articleToEdit, { params: { uuid } })
  const { originalUuid } = article
  if (!originalUuid) return { article, original: undefined }
  const { article: english } = await call(articleToEdit, { params: { uuid: originalUuid } })
  return { article, original: { value: originalUuid, label: english.title } }
}

export const editArticle = dialog<{ uuid?: string }, Loaded>({
  title: 'articles.edit',
  suffix: (_, { article }) => article?.title,
  size: 'lg',
  load,
  Body: EditArticle,
})
