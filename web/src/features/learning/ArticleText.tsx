import Markdown from 'react-markdown'

/** No pictures, tables or HTML: an article loads nothing from elsewhere. */
const ELEMENTS = ['p', 'h2', 'h3', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a', 'br', 'hr']

export const ArticleText = ({ body }: { body: string }) => (
  <Markdown skipHtml allowedElements={ELEMENTS} unwrapDisallowed>
    {body}
  </Markdown>
)
