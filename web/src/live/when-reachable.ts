/** Tries at once when the network or the person comes back, and knows at once when the network is gone. */
export function whenReachable(open: () => void, drop: () => void): () => void {
  const seen = () => {
    if (!document.hidden) open()
  }
  addEventListener('online', open)
  addEventListener('offline', drop)
  document.addEventListener('visibilitychange', seen)
  return () => {
    removeEventListener('online', open)
    removeEventListener('offline', drop)
    document.removeEventListener('visibilitychange', seen)
  }
}
