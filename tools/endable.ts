/** Does some work that a signal from the terminal ends in good order: it is told, and says how far it came. */
export async function endable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const end = () => ended.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    return await work(ended.signal)
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}
