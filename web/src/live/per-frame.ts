/** Gathers what comes between two painted frames and hands it over at once. */
export function perFrame<Item>(apply: (items: Item[]) => void): (item: Item) => void {
  let batch: Item[] = []
  const flush = () => {
    const items = batch
    batch = []
    apply(items)
  }
  return (item) => {
    batch.push(item)
    if (batch.length > 1) return
    // A hidden tab paints no frames, and its alarms must still ring.
    if (document.hidden) setTimeout(flush)
    else requestAnimationFrame(flush)
  }
}
