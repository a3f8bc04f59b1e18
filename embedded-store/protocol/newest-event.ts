import type { Reader } from '../storage/reader.ts'
import { TOMBSTONE } from './recorded.ts'

/** The newest event of a system stream, with its data as an object; null when there is none. */
export async function newestEvent(
  reader: Reader,
  stream: string,
): Promise<{ readonly type: string; readonly data: Readonly<Record<string, unknown>> } | null> {
  const newest = { direction: 'backwards', from: TOMBSTONE, limit: 1 } as const
  const event = (await reader.streamPage({ stream, ...newest }))?.events[0]
  return event ? { type: event.type, data: objectIn(event.data) } : null
}

function objectIn(data: Buffer): Record<string, unknown> {
  try {
    return { ...JSON.parse(data.toString('utf8')) }
  } catch {
    return {}
  }
}
