import { DAY_MS } from '@recado/domain/durations'

/** How long Meta keeps a file (Cloud API, media): 30 days after an upload, 7 days after a message. */
export const KEPT_DAYS = { uploaded: 30, received: 7 } as const

/** When the provider deletes a file by itself. @param appeared_at ISO 8601 */
export function keptUntil(origin: keyof typeof KEPT_DAYS, appeared_at: string): Date {
  return new Date(Date.parse(appeared_at) + KEPT_DAYS[origin] * DAY_MS)
}
