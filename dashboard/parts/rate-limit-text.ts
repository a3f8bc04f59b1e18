import type { ApiError } from '../api/client.ts'
import { text } from '../text/choose.ts'
import { waitOf } from '../text/time.ts'

/** Says that a limit is reached, and in how long the server takes another call. */
export function rateLimitText({ waitSeconds }: Pick<ApiError, 'waitSeconds'>): string {
  return text().state.tooMany(waitOf(waitSeconds ?? 60))
}
