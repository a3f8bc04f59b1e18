/**
 * Registers a running send, so that repeats in this process wait for it. Of sends with one key that have begun together
 * the first is the registered one: the log lets no other be made.
 */
export async function whileRunning<T>(
  running: Map<string, Promise<unknown>>,
  messageId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (running.has(messageId)) return work()
  const call = work()
  running.set(messageId, call)
  try {
    return await call
  } finally {
    running.delete(messageId)
  }
}
