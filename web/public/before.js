// Before any module: a content security policy without unsafe-eval forbids zod's compiled validators, and even to ask for them is reported.
globalThis.__zod_globalConfig = { jitless: true }

// What the home of whoever is signed in is drawn with comes beside the first scripts (build/ahead.ts), and its letters: in others first, lines break elsewhere, and what stands below moves.
{
  const ahead = JSON.parse(document.currentScript.dataset.ahead ?? '{}')[location.pathname] ?? []
  if (localStorage.getItem('carewatch.token') !== null)
    for (const href of ahead) {
      const isStyle = href.endsWith('.css')
      const link = Object.assign(document.createElement('link'), {
        rel: isStyle ? 'preload' : 'modulepreload',
        href,
      })
      link.crossOrigin = ''
      if (isStyle) link.as = 'style'
      if (href.endsWith('.woff2')) Object.assign(link, { rel: 'preload', as: 'font' })
      document.head.append(link)
    }
}
