import type { Page } from 'playwright-core'

const SHARED = `
  const isSeen = (element) => {
    if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true })) return false
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { width, height } = each.getBoundingClientRect()
      const { overflow, clipPath, display } = getComputedStyle(each)
      if (display !== 'contents' && width <= 2 && height <= 2 && overflow !== 'visible') return false
      if (clipPath.startsWith('inset(50%')) return false
    }
    return true
  }
  const texts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) {
      const { currentNode } = walker
      const element = currentNode.parentElement
      if (currentNode.data.trim() && element && !element.closest('script,style,noscript,template')) found.push(currentNode)
    }
    return found
  }
`

/** Every text for eyes and screen readers: what stands there, and labels and hints. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    ${SHARED}
    const written = texts().filter(({ parentElement }) => parentElement.checkVisibility()).map(({ data }) => data)
    const labels = ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext'].flatMap((name) =>
      [...document.querySelectorAll('[' + name + ']')].filter((each) => each.checkVisibility()).map((each) => each.getAttribute(name)))
    return [...new Set([...written, ...labels])]
  })()`)

/** Texts whose end nobody can read, buttons that burst, and a page that scrolls sideways. */
export const clippedIn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(async () => {
    ${SHARED}
    // Two frames: what looks at the width of the window has drawn anew.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const faults = new Set()
    for (const part of [document.documentElement, document.querySelector('main')]) {
      if (!part || part.scrollWidth <= part.clientWidth + 1) continue
      const end = part.getBoundingClientRect().left + part.clientWidth + 1
      const wide = [...part.querySelectorAll('*')].findLast((each) => each.getBoundingClientRect().right > end)
      faults.add('scrolls sideways: ' + part.tagName + ' by ' + (wide?.outerHTML ?? '').slice(0, 120))
    }
    for (const node of texts()) {
      const element = node.parentElement
      if (!isSeen(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, top, bottom, width } = range.getBoundingClientRect()
      // What waits beyond the edge until it takes the focus is not cut off.
      if (width === 0 || bottom <= 0) continue
      // A map shows a part of the world.
      if (element.closest('.maplibregl-marker')) continue
      const addFault = (why) => faults.add(why + ': ' + node.data.trim().slice(0, 60) + ' <' + element.tagName.toLowerCase() + ' ' + String(element.className).slice(0, 60) + '>')
      const button = element.closest('button')
      if (button) {
        const box = button.getBoundingClientRect()
        if (right > box.right + 1 || left < box.left - 1) addFault('bursts its button')
      }
      for (let each = element; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each)
        if (style.display === 'inline' || style.display === 'contents') continue
        if (['auto', 'scroll'].includes(style.overflowX) || ['auto', 'scroll'].includes(style.overflowY)) break
        const box = each.getBoundingClientRect()
        const isHidden = (value) => value === 'hidden' || value === 'clip'
        const isLabelled = each.closest('[title]') || each.closest('[aria-label]')
        if (isHidden(style.overflowX) && (right > box.right + 1.5 || left < box.left - 1.5) && !isLabelled) addFault('cut off')
        if (isHidden(style.overflowY) && (bottom > box.bottom + 4 || top < box.top - 4) && !isLabelled) addFault('cut off below')
      }
    }
    return [...faults]
  })()`)
